import { cp } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { type Machine, MachineError } from './machine.ts'

const tenantProgram = fileURLToPath(new URL('create-tenant.ts', import.meta.url))
const tenantSchema = z.object({ realmId: z.string(), token: z.string() })
const serverFile = '/etc/bridge-service/tls/tls.crt'
/** Keeps the calls below the limit for a realm. */
const pauseMs = 250
const origin = 'https://bridge.example'
/** The port of an `SMTP_URL` without one. */
const mailPort = 587

/** A part of the trial. `run` returns what is worth printing. */
export interface Step {
  readonly title: string
  run(): Promise<string>
}

/** A version, and the guide that it has. */
export interface Release {
  readonly version: string
  readonly guide: ReadonlyMap<string, readonly string[]>
}

type Releases = Readonly<Record<'previous' | 'next', Release>>

/** Installs, upgrades and restores the service on a machine, as the guide says, and calls it in between. */
export class Deployment {
  readonly steps: readonly Step[]
  readonly #machine: Machine
  readonly #releases: Releases
  #tenant = { realmId: '', token: '' }
  #restoreTime = ''

  constructor(machine: Machine, releases: Releases) {
    this.#machine = machine
    this.#releases = releases
    const { previous, next } = releases
    this.steps = [
      { title: 'Unpack', run: () => this.#follow(previous, 'Unpack') },
      { title: 'Database', run: () => this.#follow(previous, 'Database') },
      { title: 'Settings', run: () => this.#follow(previous, 'Settings') },
      { title: 'Start', run: () => this.#follow(previous, 'Start') },
      { title: 'Proxy', run: () => this.#setUpProxy() },
      { title: 'Pages and a call through nginx', run: () => this.#useService() },
      { title: 'Pages and a call through Caddy', run: () => this.#useCaddy() },
      { title: 'Upgrade', run: () => this.#whileCalling(() => this.#follow(next, 'Upgrade')) },
      { title: 'Check', run: () => this.#check() },
      { title: 'Roll back', run: () => this.#whileCalling(() => this.#rollBack()) },
      { title: 'Upgrade again', run: () => this.#whileCalling(() => this.#follow(next, 'Upgrade')) },
      { title: 'Back up', run: () => this.#backUp() },
      { title: 'Restore to a point in time', run: () => this.#restore() },
      { title: 'Start with the machine', run: () => this.#checkEnabled() },
      { title: 'Everything as in the trial image, in 2 GB of memory', run: () => this.#tryImage() },
    ]
  }

  /** Runs the commands below a heading of a release's guide, with its version. */
  async #follow(
    { guide, version }: Release,
    heading: string,
    variables: Readonly<Record<string, string>> = {},
  ): Promise<string> {
    for (const block of findCommands(guide, heading)) await this.#machine.run(block, { version, ...variables })
    return ''
  }

  /** Follows the new release's guide to the previous one. */
  #rollBack(): Promise<string> {
    const { previous, next } = this.#releases
    return this.#follow({ guide: next.guide, version: previous.version }, 'Roll back')
  }

  async #setUpProxy(): Promise<string> {
    await this.#machine.run(`
      mkdir -p /etc/bridge-service/tls
      openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=bridge.example -addext subjectAltName=DNS:bridge.example \\
        -keyout /etc/bridge-service/tls/tls.key -out ${serverFile} 2>/dev/null`)
    return this.#follow(this.#releases.previous, 'Proxy')
  }

  async #useService(): Promise<string> {
    this.#tenant = await this.#createTenant()
    return this.#checkService()
  }

  /** Opens pages, and creates and reads a customer. */
  async #checkService(): Promise<string> {
    for (const page of ['/', '/sign-in', '/docs', '/healthz', '/openapi.json']) {
      const status = await this.#machine.run(
        `curl -s -o /dev/null -w '%{http_code}' --cacert ${serverFile} ${origin}${page}`,
      )
      if (status !== '200') throw new MachineError(`GET ${page} ended with ${status}.`)
    }
    await this.#createCustomer(`Customer ${(await this.#listCustomers()).length}`)
    return ''
  }

  async #useCaddy(): Promise<string> {
    await this.#machine.run(`
      chgrp caddy /etc/bridge-service /etc/bridge-service/tls/tls.key
      chmod 755 /etc/bridge-service; chmod 640 /etc/bridge-service/tls/tls.key
      cp /opt/bridge-service/current/deploy/proxies/Caddyfile /etc/caddy/Caddyfile
      systemctl stop nginx
      systemctl restart caddy`)
    await this.#checkService()
    await this.#machine.run(
      'systemctl stop caddy; chmod 750 /etc/bridge-service; chgrp bridge-service /etc/bridge-service; systemctl start nginx',
    )
    return ''
  }

  /** Runs the doctor, which knows that this machine has no mail server, and no certificate that others trust. */
  async #check(): Promise<string> {
    const [command = ''] = findCommands(this.#releases.next.guide, 'Check')
    const report = await this.#machine.run(`{ ${command}\n} || true`)
    const titles = [...report.matchAll(/^✗ (.+?) {2}/gm)].map(([, title]) => title)
    if (titles.join() !== 'Public address,Mail' || !report.includes('✓ Database'))
      throw new MachineError(`The doctor reports:\n${report}`)
    return ''
  }

  /** Reads customers until some work has ended. A call that fails must say so with a fault to repeat. */
  async #whileCalling(work: () => Promise<string>): Promise<string> {
    let isWorking = true
    const counts = new Map<string, number>()
    const calls = async () => {
      while (isWorking) {
        const { status } = await this.#call('GET', '/query?query=select%20*%20from%20Customer%20maxresults%201')
        counts.set(status, (counts.get(status) ?? 0) + 1)
        await delay(pauseMs)
      }
    }
    const calling = calls()
    await work().finally(() => {
      isWorking = false
    })
    await calling
    await this.#checkService()
    const unexpected = [...counts.keys()].filter((status) => status !== '200' && status !== '503')
    if (unexpected.length > 0) throw new MachineError(`Calls ended with ${unexpected.join(', ')}.`)
    return [...counts].map(([status, count]) => `${count} × ${status}`).join(', ')
  }

  /** Backs up, which deletes old backups, and makes changes before and after a time. */
  async #backUp(): Promise<string> {
    const old = '/var/backups/bridge-service/base-2000-01-01 /var/backups/bridge-service/log/old.gz'
    await this.#machine.run(`mkdir -p /var/backups/bridge-service/{base-2000-01-01,log}; touch -d '10 days ago' ${old}`)
    await this.#follow(this.#releases.next, 'Back up')
    const kept = await this.#machine.run(`ls -d ${old} 2>/dev/null || true`)
    if (kept !== '') throw new MachineError(`These old backups were kept: ${kept}`)
    await this.#checkService()
    await this.#createCustomer('Kept')
    this.#restoreTime = await this.#query('SELECT now()')
    await this.#createCustomer('Forgotten')
    return ''
  }

  async #restore(): Promise<string> {
    const backup = await this.#machine.run('ls -d /var/backups/bridge-service/base-*')
    await this.#follow(this.#releases.next, 'Restore to a point in time', { backup, time: this.#restoreTime })
    await this.#machine.run('/opt/bridge-service/current/deploy/systemd/restart.sh')
    const names = await this.#listCustomers()
    if (!names.includes('Kept') || names.includes('Forgotten')) {
      throw new MachineError(`The restored customers are ${names.join(', ')}.`)
    }
    return ''
  }

  async #checkEnabled(): Promise<string> {
    const units = [
      'bridge-server@3000',
      'bridge-server@3001',
      'bridge-gateway@4001',
      'bridge-gateway@4002',
      'bridge-sandbox-host',
    ]
    await this.#machine.run(`systemctl is-enabled ${units.join(' ')}; systemctl is-active ${units.join(' ')}`)
    await this.#machine.run('systemctl is-active bridge-backup.timer')
    return ''
  }

  /** Runs what the trial image runs, as its user. Returns the memory that it takes. */
  async #tryImage(): Promise<string> {
    return this.#machine.run(`
      systemctl stop 'bridge-server@*' 'bridge-gateway@*' bridge-sandbox-host
      useradd --create-home node
      install -d -o node -g node -m 700 /data
      systemd-run --quiet --unit=bridge-trial --property=User=node --property=MemoryMax=2G --property=MemorySwapMax=0 \\
        --property=WorkingDirectory=/opt/bridge-service/current --setenv=HOST=0.0.0.0 --setenv=BRIDGE_DATA_FOLDER=/data \\
        /usr/bin/node packages/dev/bootstrap.mjs start
      until journalctl --no-pager -o cat -u bridge-trial | grep -q 'The Bridge Service is ready'; do
        systemctl is-active --quiet bridge-trial || { journalctl --no-pager -o cat -n 40 -u bridge-trial; exit 1; }
        sleep 1
      done
      token=$(journalctl --no-pager -o cat -u bridge-trial | grep -o "svct_[^']*")
      . /data/quickstart.env
      for page in / /sign-in /docs /readyz "/v3/company/$REALM_ID/companyinfo/$REALM_ID"; do
        curl -sS --fail --max-time 120 -o /dev/null -H "authorization: Bearer $token" "http://127.0.0.1:3000$page"
      done
      pids=$(pgrep --uid node | sed 's|.*|/proc/&/smaps_rollup|')
      awk '/^Pss:/ { kib += $2 } END { printf "%d MiB", kib / 1024; exit kib > 2097152 }' $pids
      systemctl stop bridge-trial`)
  }

  async #query(sql: string): Promise<string> {
    return this.#machine.run(`runuser -u postgres -- psql --quiet --tuples-only --no-align --command "${sql}" bridge`)
  }

  async #createTenant() {
    await cp(tenantProgram, path.join(this.#machine.folder, 'root/create-tenant.ts'))
    const text = await this.#machine.run(`node /root/create-tenant.ts ${origin} ${mailPort}`, {
      NODE_EXTRA_CA_CERTS: serverFile,
      NODE_NO_WARNINGS: '1',
    })
    return tenantSchema.parse(JSON.parse(text))
  }

  async #listCustomers(): Promise<string[]> {
    const { status, body } = await this.#call('GET', '/query?query=select%20*%20from%20Customer')
    if (status !== '200') throw new MachineError(`The customers’ query ended with ${status}: ${body}`)
    const { QueryResponse } = customersSchema.parse(JSON.parse(body))
    return QueryResponse.Customer.map(({ DisplayName }) => DisplayName)
  }

  async #createCustomer(name: string): Promise<void> {
    const { status, body } = await this.#call('POST', '/customer', { DisplayName: name })
    if (status !== '200') throw new MachineError(`Creating a customer ended with ${status}: ${body}`)
  }

  async #call(method: string, resource: string, record?: unknown): Promise<{ status: string; body: string }> {
    const { realmId, token } = this.#tenant
    const text = await this.#machine.run(
      `curl -s -w '\\n%{http_code}' --max-time 30 --cacert ${serverFile} -X ${method} -H "authorization: Bearer $token" \\
        -H 'accept: application/json' ${record === undefined ? '' : `-H 'content-type: application/json' -d "$record"`} "$url"`,
      { token, url: `${origin}/v3/company/${realmId}${resource}`, record: JSON.stringify(record ?? null) },
    )
    const end = text.lastIndexOf('\n')
    return { status: text.slice(end + 1), body: text.slice(0, end) }
  }
}

function findCommands(guide: Release['guide'], heading: string): readonly string[] {
  const blocks = guide.get(heading)
  if (blocks === undefined) throw new MachineError(`The guide has no commands below “${heading}”.`)
  return blocks
}

const customersSchema = z.object({
  QueryResponse: z.object({ Customer: z.array(z.object({ DisplayName: z.string() })).default([]) }),
})
