import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { quickstart } from '../test/quickstart.ts'
import { createSampleResources } from '../test/sample-resources.ts'
import { expect, type Page, test } from '../test/test.ts'

const run = promisify(execFile)
const { baseUrl } = quickstart()

/** A sample as a reader copies it. */
interface ExtractedSample {
  readonly operationId: string
  readonly name: string
  readonly path: string
  readonly code: string
  /** The recorded response's status. */
  readonly status: number
}

const languages = [
  { id: 'curl', label: 'curl', program: 'curl', toCommand: (code: string) => ['sh', '-c', `${withStatus}\n${code}`] },
  {
    id: 'javascript',
    label: 'JavaScript',
    program: 'node',
    toCommand: (code: string) => [process.execPath, '--input-type=module', '-e', code],
  },
  { id: 'python', label: 'Python', program: 'python3', toCommand: (code: string) => ['python3', '-c', code] },
] as const

/** Playwright makes child processes print in color. */
const plainOutput = ['-u', 'FORCE_COLOR', 'NO_COLOR=1']

/** Prints the status before the body, as samples in the other languages do. */
const withStatus = `curl() { command curl -sS -w '\\n%{http_code}' "$@"; }`

async function listPages(page: Page): Promise<readonly string[]> {
  await page.goto(`${baseUrl}/docs/api`)
  const links = await page
    .locator('main a[href^="/docs/api/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).pathname))
  return [...new Set(links)]
}

/** Extracts every sample on a page in one language. */
async function extractSamples(page: Page, label: string): Promise<ExtractedSample[]> {
  const articles = await page.locator('article:has(pre[data-sample])').all()
  const samples: ExtractedSample[] = []
  for (const article of articles) {
    const names = await article.locator('button[aria-pressed]').all()
    for (const name of names.length > 0 ? names : [undefined]) {
      await name?.click()
      const pre = article.locator('pre[data-sample]')
      const response = article.getByRole('region', { name: /^Recorded response/ })
      const hasResponse = (await response.count()) > 0
      samples.push({
        operationId: (await pre.getAttribute('data-sample')) ?? '',
        name: (await pre.getAttribute('data-name')) ?? '',
        path: (await article.locator('[data-path]').textContent()) ?? '',
        code: (await pre.textContent()) ?? '',
        status: hasResponse ? Number(await response.locator('[data-status]').textContent()) : 200,
      })
      expect(await pre.getAttribute('aria-label')).toContain(label)
    }
  }
  return samples
}

async function isInstalled(program: string): Promise<boolean> {
  return run(program, ['--version']).then(
    () => true,
    () => false,
  )
}

/** Creates come before their records' reads and updates. */
function inOrder(samples: readonly ExtractedSample[]): readonly ExtractedSample[] {
  const rank = ({ name, operationId, path }: ExtractedSample) =>
    name === 'create'
      ? 0
      : path.startsWith('/v3')
        ? 1
        : operationId === 'resetSandbox'
          ? 4
          : operationId.includes('SandboxFaults')
            ? 3
            : 2
  return samples.toSorted((left, right) => rank(left) - rank(right))
}

for (const [index, { id, label, program, toCommand }] of languages.entries())
  test(`samples of the API reference run in ${label}`, async ({ page, runsEverything }) => {
    test.setTimeout(15 * 60_000)
    const samples: ExtractedSample[] = []
    const pages = await listPages(page)
    // Each page in one language; at night in all.
    const chosen = pages.filter((_, position) => runsEverything || position % languages.length === index)
    for (const path of chosen) {
      await page.goto(baseUrl + path)
      await page.getByRole('tab', { name: label, exact: true }).first().click()
      await expect(page.locator(`pre[data-language="${id}"]`)).toHaveCount(
        await page.locator('pre[data-sample]').count(),
      )
      samples.push(...(await extractSamples(page, label)))
    }
    expect(samples.length).toBeGreaterThan(runsEverything ? 100 : 30)
    test.skip(!(await isInstalled(program)), `${samples.length} samples need ${program}, which is not installed.`)

    const resources = await createSampleResources(page)
    await resources.restore()
    const failures: string[] = []
    for (const sample of inOrder(samples)) {
      const { operationId, name, path, status } = sample
      const values = await resources.prepare(operationId, path, name)
      const variables = Object.entries(values).map(([variable, value]) => `${variable}=${value}`)
      const { stdout, stderr } = await run('env', [...plainOutput, ...variables, ...toCommand(sample.code)], {
        maxBuffer: 64 * 1024 * 1024,
      }).catch((error: { stdout: string; stderr: string }) => error)
      const found = findStatus(stdout, stderr)
      if (found !== status) failures.push(`${operationId} (${name}): ${found} instead of ${status}\n${stdout}${stderr}`)
      else if (name === 'create' && status === 200) resources.remember(operationId, stdout)
    }
    process.stdout.write(`${label}: ${samples.length} samples run, ${failures.length} fail.\n`)
    expect(failures).toEqual([])
  })

/** Returns the status from a sample's output, or from its error. */
function findStatus(stdout: string, stderr: string): number {
  const [, first] = /^(\d{3}) /.exec(stdout) ?? []
  const [, last] = /\n(\d{3})$/.exec(stdout) ?? []
  const [, error] = /HTTP Error (\d{3})/.exec(stderr) ?? []
  return Number(first ?? last ?? error ?? 0)
}

test('the reference has three columns from 1280 pixels, and its samples stay in view', async ({ page }) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto(`${baseUrl}/docs/api/invoice`)
  const operations = page.getByRole('navigation', { name: 'Operations' })
  await expect(operations).toBeVisible()
  const article = page.getByRole('article', { name: 'Write Invoice' })
  const sample = article.getByRole('region', { name: 'Sample of writeInvoice' })
  await expect(article.getByRole('link', { name: 'UNMAPPED_FIELD' })).toHaveAttribute('href', /\/docs\/errors/)
  await article.getByRole('list', { name: 'Errors of writeInvoice' }).scrollIntoViewIfNeeded()
  await expect(sample).toBeInViewport()
  await expect(operations).toBeInViewport()
  await page.setViewportSize({ width: 768, height: 800 })
  await expect(operations).toBeHidden()
})

test('samples contain the values of a reader who is signed in, and open in the Explorer', async ({ page }) => {
  await page.goto(`${baseUrl}/docs/api/query`)
  const sample = page.getByRole('region', { name: 'Sample of getQuery' })
  await expect(sample).toContainText(`${baseUrl}/v3/company/$REALM_ID/query`)
  await expect(sample.getByText('Open in the Explorer')).toHaveCount(0)
  await createSampleResources(page)
  await page.goto(`${baseUrl}/docs/api/query`)
  await expect(sample).toContainText(/\/v3\/company\/\d{16}\/query/)
  await expect(sample.getByRole('link', { name: 'Open in the Explorer' })).toHaveAttribute(
    'href',
    /^\/orgs\/[\w-]+\/explorer#/,
  )
})
