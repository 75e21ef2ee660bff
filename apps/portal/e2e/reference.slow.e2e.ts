import { type LanguageId, languageIds, languageLabels } from '../features/api-reference/samples/language-ids.ts'
import { changeAsAdmin, findOrganization, issueSandboxToken, openBrowserFor } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { canRun, runSample, sampleRunners } from '../test/run-sample.ts'
import { createSampleResources } from '../test/sample-resources.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Locator, type Page, test } from '../test/test.ts'

const { baseUrl } = quickstart()

/** A sample as a reader copies it. */
interface ExtractedSample {
  readonly operationId: string
  readonly name: string
  readonly path: string
  readonly code: string
  /** The commands that set its variables. */
  readonly setup: string
  /** The recorded response's status. */
  readonly status: number
}

/** Each language runs the samples of every third or twelfth page, from an offset. At night, it runs all. */
const shares: Readonly<Record<LanguageId, readonly [pages: number, offset: number]>> = {
  curl: [3, 0],
  javascript: [3, 1],
  python: [3, 2],
  php: [12, 0],
  csharp: [12, 1],
  java: [12, 2],
  ruby: [12, 3],
}

/** They need a proposal, which only an MCP host makes. */
const ofHosts: ReadonlySet<string> = new Set(['commitProposal', 'rejectProposal'])

async function listPages(page: Page): Promise<readonly string[]> {
  await page.goto(`${baseUrl}/docs/api`)
  const links = await page
    .locator('main a[href^="/docs/api/"]')
    .evaluateAll((anchors) => anchors.map((anchor) => new URL((anchor as HTMLAnchorElement).href).pathname))
  return [...new Set(links)]
}

/** Extracts every sample on a page in one language. */
async function extractSamples(
  page: Page,
  label: string,
  waitFor: (sample: Locator) => Promise<void> = async () => undefined,
): Promise<ExtractedSample[]> {
  const articles = await page.locator('article:has(pre[data-sample])').all()
  const samples: ExtractedSample[] = []
  for (const article of articles) {
    const names = await article.locator('button[aria-pressed]').all()
    for (const name of names.length > 0 ? names : [undefined]) {
      await name?.click()
      const pre = article.locator('pre[data-sample]')
      const response = article.getByRole('region', { name: /^Recorded response/ })
      await waitFor(pre)
      const hasResponse = (await response.count()) > 0
      samples.push({
        operationId: (await pre.getAttribute('data-sample')) ?? '',
        name: (await pre.getAttribute('data-name')) ?? '',
        path: (await article.locator('[data-path]').textContent()) ?? '',
        code: (await pre.textContent()) ?? '',
        setup: (await article.locator('pre[data-variables]').allTextContents()).join('\n'),
        status: hasResponse ? Number(await response.locator('[data-status]').textContent()) : 200,
      })
      expect(await pre.getAttribute('aria-label')).toContain(label)
    }
  }
  return samples
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

for (const id of languageIds) {
  const label = languageLabels[id]
  test(`samples of the API reference run in ${label}`, async ({ page, runsEverything }) => {
    test.setTimeout(15 * 60_000)
    const samples: ExtractedSample[] = []
    const pages = await listPages(page)
    const [share, offset] = shares[id]
    const chosen = pages.filter((_, position) => runsEverything || position % share === offset)
    for (const path of chosen) {
      await page.goto(baseUrl + path)
      await page.getByRole('tab', { name: label, exact: true }).first().click()
      await expect(page.locator(`pre[data-language="${id}"]`)).toHaveCount(
        await page.locator('pre[data-sample]').count(),
      )
      samples.push(...(await extractSamples(page, label)))
    }
    expect(samples.length).toBeGreaterThan(runsEverything ? 100 : 90 / share)
    test.skip(!(await canRun(id)), `${samples.length} samples need ${sampleRunners[id].programs}.`)

    const resources = await createSampleResources(page)
    await resources.restore()
    const failures: string[] = []
    for (const sample of inOrder(samples)) {
      const { operationId, name, path, status } = sample
      if (ofHosts.has(operationId)) continue
      const values = await resources.prepare(operationId, path, name)
      const { status: found, stdout, stderr } = await runSample(id, sample.code, values)
      if (found !== status) failures.push(`${operationId} (${name}): ${found} instead of ${status}\n${stdout}${stderr}`)
      else if (name === 'create' && status === 200) resources.remember(operationId, stdout)
    }
    process.stdout.write(`${label}: ${samples.length} samples run, ${failures.length} fail.\n`)
    expect(failures).toEqual([])
  })
}

function isOfTime(address: string): boolean {
  return address.endsWith('/timeactivity')
}

test('every sample of a company file runs as a signed-in reader pastes it, with no value but the access token', async ({
  browser,
}) => {
  test.setTimeout(10 * 60_000)
  const reader = await openBrowserFor(browser, testEmail('reader-of-samples'))
  const { id: orgId } = await findOrganization(reader)
  const { realmId, accessToken } = await issueSandboxToken(reader, orgId)
  const path = `/realms/${realmId}`
  await changeAsAdmin(reader, { method: 'POST', path: `${path}/sandbox/reset`, body: { template: 'sample' } })
  await changeAsAdmin(reader, { method: 'PATCH', path: `${path}/settings`, body: { departmentsFromClasses: true } })
  const { page } = reader
  const failures: string[] = []
  let count = 0
  // Time of an employee first: the sample of an employee's update gives that one another name.
  const addresses = (await listPages(page)).toSorted((a, b) => Number(isOfTime(b)) - Number(isOfTime(a)))
  for (const address of addresses) {
    await page.goto(baseUrl + address)
    const paths = await page.locator('[data-path]').allTextContents()
    // A sandbox has one currency, so it has no CompanyCurrency.
    if (!paths.some((each) => each.startsWith('/v3/')) || address.endsWith('/companycurrency')) continue
    for (const sample of await extractSamples(page, 'curl', waitForValues)) {
      const setup = sample.setup.replaceAll(/^export ACCESS_TOKEN=.*$/gm, '')
      const { status, stdout, stderr } = await runSample('curl', `${setup}\n${sample.code}`, {
        ACCESS_TOKEN: accessToken,
      })
      count += 1
      if (status !== sample.status) {
        const { operationId, name, status: recorded } = sample
        failures.push(`${operationId} (${name}): ${status} instead of ${recorded}\n${setup}\n${stdout}${stderr}`)
      }
    }
  }
  process.stdout.write(`Pasted samples: ${count} run, ${failures.length} fail.\n`)
  expect(count).toBeGreaterThan(80)
  expect(failures).toEqual([])
  await reader.context.close()
})

/** Waits until a sample has the values of a reader who is signed in. Records that no sandbox has stay variables. */
async function waitForValues(sample: Locator): Promise<void> {
  await expect(sample).not.toContainText(/\$(BASE_URL|REALM_ID)/)
  await expect(sample).not.toContainText(/\$[A-Z_]*(_ID|SYNC_TOKEN)/)
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
