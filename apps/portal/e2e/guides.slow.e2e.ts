import { execFile } from 'node:child_process'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { createSampleResources, type SampleValues } from '../test/sample-resources.ts'
import { expect, test } from '../test/test.ts'

const run = promisify(execFile)
const folder = 'docs/guides'

interface GuideSample {
  readonly guide: string
  readonly language: string
  readonly code: string
}

/** Reads the guides' code blocks. A comment marks those run by another test. */
async function readSamples(): Promise<readonly GuideSample[]> {
  const pages = await Promise.all(
    (await readdir(folder)).map(async (guide) => ({ guide, text: await readFile(`${folder}/${guide}`, 'utf8') })),
  )
  return pages.flatMap(({ guide, text }) =>
    [...text.matchAll(/(<!-- run by .*? -->\n)?```(\w+)\n(.*?)\n```/gs)]
      .filter(([, marker]) => marker === undefined)
      .map(([, , language = '', code = '']) => ({ guide, language, code })),
  )
}

/** Prints every request's status, even where a sample discards the body. */
const withStatus = `curl() { command curl -sS -w '\\n%{http_code}\\n' "$@"; }`

async function runCommand(code: string, values: SampleValues): Promise<string> {
  const variables = Object.entries(values).map(([variable, value]) => `${variable}=${value}`)
  const { stdout } = await run('env', [...variables, 'sh', '-eu', '-c', `${withStatus}\n${code}`])
  return stdout
}

/** Runs a module with values as constants. Returns an expression's value at its end. */
async function runModule(code: string, values: SampleValues, expression: string): Promise<unknown> {
  const constants = Object.entries(values).map(([name, value]) => `const ${name} = ${JSON.stringify(value)}`)
  const text = [...constants, code, `console.log(JSON.stringify(await ${expression}))`].join('\n')
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', text])
  return JSON.parse(stdout)
}

/** How the guides' modules are used, each found by a piece of its code, and the results. */
const modules = [
  {
    contains: 'new QuickBooks(',
    expression: `new Promise((resolve) => qbo.findCustomers({ limit: 1 }, (fault, found) => resolve(fault ?? found)))`,
    result: { QueryResponse: { Customer: [{ Id: expect.any(String) }] } },
  },
  {
    contains: 'authorizeUri(',
    expression:
      "fetch(url, { headers: { accept: 'text/html' } }).then(async (page) => ({ title: /<h1[^>]*>([^<]*)/.exec(await page.text())[1] }))",
    result: { title: 'Choose a company file' },
  },
  {
    contains: 'function writeSafely(',
    expression: `(async (sent) => {
      const response = await writeSafely(async (requestId) => {
        sent.push(requestId)
        if (sent.length === 1) throw new Error('The connection was lost.')
        return { status: 200 }
      })
      return { ...response, attempts: sent.length, requestIds: new Set(sent).size }
    })([])`,
    result: { status: 200, attempts: 2, requestIds: 1 },
  },
  {
    contains: 'function* readAll(',
    expression: `(async () => {
      const ids = []
      for await (const { Id } of readAll('SELECT Id FROM Customer', 7)) ids.push(Id)
      const empty = await Array.fromAsync(readAll("SELECT * FROM Customer WHERE DisplayName = 'Nobody'"))
      return { isWhole: ids.length > 7 && new Set(ids).size === ids.length, empty: empty.length }
    })()`,
    result: { isWhole: true, empty: 0 },
  },
  {
    contains: 'function pollChanges(',
    expression: `(async (events) => {
      const time = await pollChanges(['Customer', 'Class'], new Date(Date.now() - 3_600_000).toISOString(), async (event) => {
        events.push(event)
      })
      return { event: events[0], time }
    })([])`,
    result: {
      event: { realmId: expect.any(String), name: 'Customer', id: expect.any(String), operation: expect.any(String) },
      time: expect.any(String),
    },
  },
  {
    contains: 'function testLostResponse(',
    expression: 'testLostResponse()',
    result: { id: expect.any(String) },
  },
  {
    contains: 'function chooseAction(',
    expression: "({ action: chooseAction(400, '5010') })",
    result: { action: 'stale' },
  },
] as const

test('every sample of the guides runs', async ({ page }) => {
  const samples = await readSamples()
  const resources = await createSampleResources(page)
  const tokenSample = (name: string) => resources.prepare('issueTokens', '/oauth2/v1/tokens', name)
  const values: SampleValues = await resources.prepare('authorize', '/oauth2/v1/authorize', '')
  const prepare = async (code: string): Promise<SampleValues> => ({
    ...(code.includes('$CODE') && (await tokenSample('exchange'))),
    ...(code.includes('$REFRESH_TOKEN') && (await tokenSample('refresh'))),
    ...values,
  })

  const commands = samples.filter(({ language }) => language === 'sh')
  // The sandbox sample closes QuickBooks for those after it.
  const outputs: string[] = []
  for (const { guide, code } of commands.toSorted(
    (a, b) => Number(a.guide === 'sandbox.md') - Number(b.guide === 'sandbox.md'),
  )) {
    const output = await runCommand(code, await prepare(code))
    outputs.push(output)
    const statuses = output.split('\n').filter((line) => /^\d{3}$/.test(line))
    expect(
      statuses.length > 0 && statuses.every((status) => status.startsWith('2')),
      `${guide}: ${code}\n${output}`,
    ).toBe(true)
  }

  // Those of the guide to MCP are settings of hosts.
  const bodies = samples.filter(({ guide, language }) => language === 'json' && guide !== 'mcp.md')
  const [item, tokens] = bodies.map(({ code }) => JSON.parse(code))
  const [issued = ''] = outputs.flatMap((output) => /^{.*"token_type".*}$/m.exec(output) ?? [])
  expect(Object.keys(JSON.parse(issued)).sort()).toEqual(Object.keys(tokens).sort())

  const constants = {
    baseUrl: values.BASE_URL ?? '',
    realmId: values.REALM_ID ?? '',
    accessToken: values.ACCESS_TOKEN ?? '',
    apiKey: values.API_KEY ?? '',
    refreshToken: 'unused',
    clientId: values.CLIENT_ID ?? '',
    clientSecret: values.CLIENT_SECRET ?? '',
    redirectUri: values.REDIRECT_URI ?? '',
    state: 'random',
  }
  await resources.restore()
  const batch = await fetch(`${values.BASE_URL}/v3/company/${values.REALM_ID}/batch`, {
    method: 'POST',
    headers: { authorization: `Bearer ${values.ACCESS_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({ BatchItemRequest: [item] }),
  })
  expect(await batch.json()).toMatchObject({ BatchItemResponse: [{ bId: item.bId, Customer: item.Customer }] })

  const scripts = samples.filter(({ language }) => language === 'js')
  for (const { guide, code } of scripts) {
    const module = modules.find(({ contains }) => code.includes(contains))
    expect(module, `${guide} has a module that this test does not run`).toBeDefined()
    if (module) expect(await runModule(code, constants, module.expression), code).toMatchObject(module.result)
  }

  expect(commands.length).toBeGreaterThan(8)
  expect(samples.filter(({ language, code }) => language === 'text' && code.includes('curl'))).toEqual([])
  process.stdout.write(`Guides: ${commands.length + scripts.length} samples run, 0 fail.\n`)
})
