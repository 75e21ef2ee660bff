import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Ajv } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { z } from 'zod'

const root = fileURLToPath(new URL('../../..', import.meta.url))

function read(file: string): string {
  return readFileSync(`${root}/${file}`, 'utf8')
}

const manifestSchema = z.looseObject({ apiVersion: z.string(), kind: z.string() })

function listManifests() {
  return readdirSync(`${root}/deploy/kubernetes`).flatMap((file) =>
    parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
      const manifest = manifestSchema.parse(document.toJS())
      return { name: `${manifest.kind} of ${file}`, manifest }
    }),
  )
}

/** Validates a manifest against the Kubernetes schemas. @throws {Error} naming the invalid field */
async function validateManifest(manifest: z.output<typeof manifestSchema>): Promise<void> {
  const models: Record<string, new (data: unknown) => { validate(): void }> = await import(
    `kubernetes-models/${manifest.apiVersion}`
  )
  const Model = models[manifest.kind]
  if (Model === undefined) throw new Error(`${manifest.apiVersion} has no ${manifest.kind}.`)
  new Model(manifest).validate()
}

describe('the manifests of Kubernetes', () => {
  it.each(listManifests())('have a valid $name', async ({ manifest }) => {
    await expect(validateManifest(manifest)).resolves.toBeUndefined()
  })

  it('let two servers, two gateways and a sandbox host fit on a machine of 8 GiB', () => {
    const limits = ['servers.yaml', 'gateways.yaml', 'sandbox-hosts.yaml'].map(getMemoryLimit)
    expect(limits).toEqual([2 * 1536, 2 * 1024, 2048])
    // The system of the machine needs the rest.
    expect(limits.reduce((sum, limit) => sum + limit)).toBeLessThanOrEqual(7 * 1024)
  })

  it('are validated by a schema that rejects mistakes', async () => {
    const mistaken = { apiVersion: 'apps/v1', kind: 'Deployment', spec: { replicas: 'two' } }
    await expect(validateManifest(mistaken)).rejects.toThrow()
  })
})

const probeSchema = z.looseObject({ httpGet: z.looseObject({ path: z.string() }) })

const podSchema = z.looseObject({
  spec: z.looseObject({
    replicas: z.int().default(1),
    template: z.looseObject({
      spec: z.looseObject({
        containers: z.array(
          z.looseObject({
            env: z.array(z.looseObject({ name: z.string(), value: z.string().optional() })),
            livenessProbe: probeSchema.optional(),
            readinessProbe: probeSchema.optional(),
            resources: z.looseObject({ limits: z.looseObject({ memory: z.string() }) }),
            securityContext: z.looseObject({ readOnlyRootFilesystem: z.boolean().default(false) }),
            volumeMounts: z.array(z.looseObject({ name: z.string(), mountPath: z.string() })).default([]),
          }),
        ),
        volumes: z.array(z.looseObject({ name: z.string(), emptyDir: z.object().optional() })).default([]),
      }),
    }),
  }),
})

/** Lists the manifests' containers with their pods' volumes. */
function listContainers() {
  return listManifests().flatMap(({ name, manifest }) => {
    const { containers = [], volumes = [] } = podSchema.safeParse(manifest).data?.spec.template.spec ?? {}
    return containers.map((container) => ({ name, container, volumes }))
  })
}

/** Returns the memory, in MiB, that all pods of a manifest may take together. */
function getMemoryLimit(file: string): number {
  const pods = listManifests().flatMap(({ name, manifest }) =>
    name.endsWith(` of ${file}`) ? (podSchema.safeParse(manifest).data ?? []) : [],
  )
  return pods.reduce((sum, { spec: { replicas, template } }) => {
    const limits = template.spec.containers.map(({ resources }) => toMebibytes(resources.limits.memory))
    return sum + replicas * limits.reduce((each, other) => each + other)
  }, 0)
}

function toMebibytes(quantity: string): number {
  const [, count, unit] = /^(\d+)(Mi|Gi)$/.exec(quantity) ?? []
  if (count === undefined) throw new Error(`${quantity} is not in MiB or GiB.`)
  return Number(count) * (unit === 'Gi' ? 1024 : 1)
}

/** Lists each container's environment variables. */
function listContainerVariables() {
  return listContainers().map(({ name, container: { env } }) => ({ name, variables: env.map((each) => each.name) }))
}

const servicesSchema = z.object({
  services: z.record(
    z.string(),
    z.looseObject({
      build: z.looseObject({ target: z.string() }).optional(),
      healthcheck: z.looseObject({ test: z.array(z.string()) }).optional(),
      environment: z.record(z.string(), z.string()).default({}),
      read_only: z.boolean().default(false),
      tmpfs: z.array(z.string()).default([]),
    }),
  ),
})

function listServices() {
  const { services } = servicesSchema.parse(parse(read('deploy/compose/compose.yaml'), { merge: true }))
  return Object.entries(services).map(([name, service]) => ({ name, service }))
}

/** Lists each compose service's environment variables. */
function listServiceVariables() {
  return listServices().map(({ name, service }) => ({ name, variables: Object.keys(service.environment) }))
}

/** Lists both kinds of programs with their writable folders; undefined for the whole image. */
function listWritableFolders() {
  const ofContainers = listContainers().map(({ name, container, volumes }) => {
    const empty = new Set(volumes.flatMap((volume) => (volume.emptyDir === undefined ? [] : [volume.name])))
    const mounts = container.volumeMounts.filter((mount) => empty.has(mount.name)).map(({ mountPath }) => mountPath)
    return { name, folders: container.securityContext.readOnlyRootFilesystem ? mounts : undefined }
  })
  const ofServices = listServices()
    .filter(({ service }) => service.build !== undefined)
    .map(({ name, service }) => ({ name, folders: service.read_only ? service.tmpfs : undefined }))
  return [...ofContainers, ...ofServices]
}

const environments = [
  'apps/portal/env.ts',
  'apps/agent-gateway/src/env.ts',
  'apps/sandbox-host/src/env.ts',
  'packages/platform/src/runtime/server-config.ts',
  'packages/platform/src/tracing/tracing-variables.ts',
]

/** Variables read by Node and by the images of others, or referred to by another one in the manifests. */
const namesOfOthers = [
  'NODE_OPTIONS',
  'POD_NAME',
  'POD_IP',
  'POSTGRES_DB',
  'POSTGRES_USER',
  'POSTGRES_PASSWORD',
  'SERVICE_PASSWORD',
  'GF_SECURITY_ADMIN_PASSWORD',
]

/** The Compose Specification's schema, which dclint brings. */
const composeSchemaFile = 'node_modules/dclint/schemas/compose.schema.json'

/** A Docker duration: `1m30s`. */
const duration = /^(?:\d+(?:us|ms|s|m|h))+$/

describe('the compose file', () => {
  it('is valid', () => {
    const { $schema: _dialect, ...schema } = z
      .looseObject({ $schema: z.string() })
      .parse(JSON.parse(read(composeSchemaFile)))
    const validate = new Ajv({ strict: false, logger: false, formats: { duration } }).compile(schema)
    const valid = validate(parse(read('deploy/compose/compose.yaml'), { merge: true }))
    expect([valid, validate.errors]).toEqual([true, null])
    expect(validate({ services: { server: { image: 7 } } })).toBe(false)
  })
})

it('the targets of Prometheus are the programs of the compose file', () => {
  const { scrape_configs: jobs } = z
    .object({
      scrape_configs: z.array(z.object({ static_configs: z.array(z.object({ targets: z.array(z.string()) })) })),
    })
    .parse(parse(read('deploy/monitoring/prometheus.yaml')))
  const scraped = jobs.flatMap((job) =>
    job.static_configs.flatMap(({ targets }) => targets.map((target) => target.split(':')[0])),
  )
  const programs = listServiceVariables().filter(({ variables }) => variables.includes('MACHINE_SECRET'))
  expect([...new Set(scraped)].sort()).toEqual(programs.map(({ name }) => name).sort())
})

it('the variables of the compose file are in its example', () => {
  const used = [...read('deploy/compose/compose.yaml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name)
  const described = [...read('deploy/compose/env.example').matchAll(/^(\w+)=/gm)].map(([, name]) => name)
  expect([...new Set(used)].sort()).toEqual(described.sort())
})

describe('the Kubernetes manifests and the compose file', () => {
  const programs = [...listContainerVariables(), ...listServiceVariables()].filter(({ variables }) =>
    variables.includes('MACHINE_SECRET'),
  )

  it('have servers, gateways and a sandbox host', () => {
    expect(programs.map(({ name }) => name)).toEqual([
      'StatefulSet of gateways.yaml',
      'Deployment of pages.yaml',
      'Deployment of sandbox-hosts.yaml',
      'Deployment of servers.yaml',
      'server-1',
      'server-2',
      'pages-1',
      'pages-2',
      'gateway-1',
      'gateway-2',
      'sandbox-host',
    ])
  })

  it('set only variables that the programs read', () => {
    const sources = environments.map(read).join('\n')
    const names = new Set(
      [...listContainerVariables(), ...listServiceVariables()].flatMap(({ variables }) => variables),
    )
    expect([...names].filter((name) => !sources.includes(`${name}:`) && !namesOfOthers.includes(name))).toEqual([])
  })

  it('ask one path whether a program lives, and another whether it is ready', () => {
    const probes = listContainers().map(({ container: { livenessProbe, readinessProbe } }) => [
      livenessProbe?.httpGet.path,
      readinessProbe?.httpGet.path,
    ])
    expect(probes.filter(([path]) => path !== undefined)).toEqual([
      ['/healthz', '/readyz'],
      ['/healthz', '/readyz'],
      ['/healthz', '/readyz'],
      ['/healthz', '/readyz'],
    ])
    const ready = listServices().filter(({ service }) => service.healthcheck?.test.join().includes('/readyz'))
    expect(ready.map(({ name }) => name)).toEqual([
      'server-1',
      'server-2',
      'pages-1',
      'pages-2',
      'gateway-1',
      'gateway-2',
      'sandbox-host',
    ])
    expect(read('deploy/Dockerfile').match(/^HEALTHCHECK.*\/healthz/gm)).toHaveLength(3)
  })

  it('let every program write to /tmp only', () => {
    const names = ['Job of migrate.yaml', ...programs.map(({ name }) => name), 'migrate']
    const writable = listWritableFolders().map(({ name, folders }) => [name, folders] as const)
    expect(Object.fromEntries(writable)).toEqual(Object.fromEntries(names.map((name) => [name, ['/tmp']])))
  })

  it('serve pages and API in processes apart', () => {
    const ofContainers = listContainers().map(({ name, container: { env } }) => {
      return [name, env.find((variable) => variable.name === 'SURFACES')?.value] as const
    })
    const ofServices = listServices().map(({ name, service }) => [name, service.environment.SURFACES] as const)
    expect([...ofContainers, ...ofServices].filter(([, surface]) => surface !== undefined)).toEqual([
      ['Deployment of pages.yaml', 'pages'],
      ['Deployment of servers.yaml', 'api'],
      ['server-1', 'api'],
      ['server-2', 'api'],
      ['pages-1', 'pages'],
      ['pages-2', 'pages'],
    ])
  })

  // Without a gateway's address, the portal does not offer the Web Connector.
  it.each(programs)('give $name the address of a gateway, or that of itself', ({ name, variables }) => {
    expect(variables).toContain(name.includes('sandbox-host') ? 'SANDBOX_HOST_URL' : 'GATEWAY_URL')
  })
})

it('every alert is tested with a case that fires it, and one that does not', () => {
  const rules = z.object({ groups: z.array(z.object({ rules: z.array(z.object({ alert: z.string() })) })) })
  const cases = z.array(z.object({ alertname: z.string(), exp_alerts: z.array(z.unknown()) }))
  const tests = z.object({ tests: z.array(z.object({ alert_rule_test: cases })) })
  const names = rules
    .parse(parse(read('deploy/monitoring/alerts.yaml')))
    .groups.flatMap((group) => group.rules.map(({ alert }) => alert))
  const tested = tests
    .parse(parse(read('deploy/monitoring/alerts.test.yaml')))
    .tests.flatMap((test) => test.alert_rule_test)
  const list = (fires: boolean) =>
    new Set(tested.filter(({ exp_alerts }) => exp_alerts.length > 0 === fires).map(({ alertname }) => alertname))
  expect(names.filter((name) => !list(true).has(name))).toEqual([])
  expect(names.filter((name) => !list(false).has(name))).toEqual([])
})

const metricSources = [
  'packages/platform/src/runtime/call-metrics.ts',
  'packages/platform/src/metrics/process-metrics.ts',
  'packages/platform/src/exchange-socket/exchange-metrics.ts',
]

it.each(['alerts.yaml', 'dashboard.json'])('%s uses only metrics that exist', (file) => {
  const sources = [
    ...metricSources,
    'apps/agent-gateway/src/runtime/gateway-metrics.ts',
    'apps/sandbox-host/src/run-host.ts',
  ]
    .map(read)
    .join('\n')
  const existing = new Set([...sources.matchAll(/name: '(bridge_\w+)'/g)].map(([, name]) => name))
  const used = [...read(`deploy/monitoring/${file}`).matchAll(/bridge_[a-z_]+/g)].map(([name]) =>
    name.replace(/_(?:bucket|count|sum)$/, ''),
  )
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((name) => !existing.has(name))).toEqual([])
})
