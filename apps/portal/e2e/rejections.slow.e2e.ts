import { type ProblemCode, problems } from '@bridge/faults'
import { findNextStep, type NextStep, type Situation } from '../lib/next-step.ts'
import { billingService } from '../test/billing.ts'
import { addMember, callAdmin, findOrganization, openBrowserFor, type Person, type Role } from '../test/people.ts'
import { quickstart } from '../test/quickstart.ts'
import { testEmail } from '../test/sign-in.ts'
import { expect, type Locator, type Page, test } from '../test/test.ts'

const roles: readonly Role[] = ['owner', 'admin', 'member', 'viewer']

/** Pages open a dialog for these, in which other tests sign in again and prove who they are. */
const withDialog: readonly string[] = ['unauthenticated', 'proof_required'] satisfies ProblemCode[]
const codes = Object.keys(problems).filter((code) => !withDialog.includes(code)) as readonly ProblemCode[]

for (const billing of ['off', 'on'] as const) {
  test(`every rejection names a step that works for every role, with billing ${billing}`, async ({ browser }) => {
    test.slow()
    const { baseUrl } = billing === 'on' ? billingService() : quickstart()
    const owner = await openBrowserFor(browser, testEmail(`rejects-${billing}`), {}, baseUrl)
    const organization = await findOrganization(owner)
    const home = `${baseUrl}/orgs/${organization.slug}`
    for (const role of roles) {
      const reader = await addMember(browser, owner, organization, role, `rejected-${role}-${billing}`)
      const state = await callAdmin(reader, { method: 'GET', path: `/orgs/${organization.id}/billing/state` })
      const situation = { organization: { slug: organization.slug, role }, billing: await state.json() }
      const pages = await rejectEach(reader, { home, name: organization.name, situation, owner })
      for (const path of pages) await expectPage(reader.page, `${baseUrl}${path}`)
      await reader.context.close()
    }
    await owner.context.close()
  })
}

interface Rejected {
  readonly home: string
  readonly name: string
  readonly situation: Situation
  readonly owner: Person
}

/** Has a change rejected with each code, and checks the step. Returns the paths of the pages to which steps lead. */
async function rejectEach({ page }: Person, { home, name, situation, owner }: Rejected): Promise<ReadonlySet<string>> {
  let code = codes[0] ?? 'forbidden'
  await page.route('**/trpc/leaveOrganization*', (route) => {
    const { status } = problems[code]
    const problem = { code, message: `Rejected: ${code}.`, fields: {} }
    const data = { code: 'BAD_REQUEST', httpStatus: status, path: 'leaveOrganization', problem }
    return route.fulfill({ status, json: [{ error: { code: -32600, message: problem.message, data } }] })
  })
  await page.goto(`${home}/members`)
  await page.getByRole('button', { name: 'Leave', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(name)
  const pages = new Set<string>()
  for (code of codes) {
    await dialog.getByRole('button', { name: 'Leave', exact: true }).click()
    const alert = dialog.getByRole('alert').filter({ hasText: `Rejected: ${code}.` })
    const step = findNextStep(code, situation)
    await expectStep(alert, step, owner)
    if (step.kind === 'open') pages.add(step.href)
  }
  return pages
}

async function expectStep(alert: Locator, step: NextStep, owner: Person): Promise<void> {
  switch (step.kind) {
    case 'open':
      return expect(alert.getByRole('link', { name: step.label })).toHaveAttribute('href', step.href)
    case 'subscribe':
      return expect(alert.getByRole('button', { name: 'Subscribe' })).toBeVisible()
    case 'sign-in':
      return expect(alert.getByRole('button', { name: 'Sign in again' })).toBeVisible()
    case 'ask':
      return expect(alert.locator(`a[href="mailto:${owner.email}"]`)).toBeVisible()
    case 'operator':
      if (step.command !== undefined) await expect(alert.getByText(step.command)).toBeVisible()
      return expect(alert).toContainText(step.text)
    case 'stay':
      return expect(alert).toContainText(step.text)
  }
}

/** Expects a page that the reader may open. */
async function expectPage(page: Page, address: string): Promise<void> {
  const response = await page.goto(address)
  expect([address, response?.status()]).toEqual([address, 200])
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByText('An owner or admin can make you a member.'), address).toHaveCount(0)
}
