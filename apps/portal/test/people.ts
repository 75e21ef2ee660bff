import {
  type APIRequestContext,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  expect,
  type Page,
} from 'playwright/test'
import { quickstart } from './quickstart.ts'
import { testEmail } from './sign-in.ts'

/** How often a page loads everything again while nothing is pushed to it: pollMs of live-updates.tsx. */
const pollMs = 10_000

/**
 * Turns off this polling on pages opened from now on. Changes from another browser they show were pushed
 * to them, however long a slow machine takes.
 */
export async function turnOffPolling(context: BrowserContext): Promise<void> {
  await context.addInitScript((pollMs) => {
    window.setInterval = new Proxy(window.setInterval, {
      apply: (start, self, args) => (args[1] >= pollMs ? 0 : Reflect.apply(start, self, args)),
    })
  }, pollMs)
}

export type Role = 'owner' | 'admin' | 'member' | 'viewer'

/** A signed-in user with a browser. The context's requests carry the same session. */
export interface Person {
  readonly email: string
  /** The session's portal. */
  readonly baseUrl: string
  readonly context: BrowserContext
  readonly page: Page
}

/** An organization and its address. */
export interface Organization {
  readonly id: string
  readonly slug: string
  readonly name: string
}

/** Opens another browser and signs in without its pages, for tests about something else. */
export async function openBrowserFor(
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
  baseUrl: string = quickstart().baseUrl,
): Promise<Person> {
  const context = await browser.newContext(options)
  await signInByRequests(context.request, email, baseUrl)
  return { email, baseUrl, context, page: await context.newPage() }
}

/** Signs in with the link from the development mailbox. */
export async function signInByRequests(
  request: APIRequestContext,
  email: string,
  baseUrl: string = quickstart().baseUrl,
): Promise<void> {
  const auth = `${baseUrl}/admin/v1/auth`
  const { csrfToken } = await (await request.get(`${auth}/csrf`)).json()
  const asked = await request.post(`${auth}/signin/email`, {
    form: { csrfToken, email, callbackUrl: '/', json: 'true' },
  })
  expect(asked.ok(), 'asks for a sign-in link').toBe(true)
  const link = await findMailLink(request, email, '/sign-in/link', baseUrl)
  await request.post(`${auth}/callback/email`, {
    form: Object.fromEntries(new URL(link).searchParams),
    headers: { origin: baseUrl },
  })
}

/** Returns the newest link to a page in an address's mail. */
export async function findMailLink(
  request: APIRequestContext,
  email: string,
  path: string,
  baseUrl: string = quickstart().baseUrl,
): Promise<string> {
  const mailbox = await (await request.get(`${baseUrl}/dev/mailbox`)).text()
  const links = [...mailbox.matchAll(/<a[^>]*>/g)]
    .map(([tag]) => tag)
    .filter((tag) => tag.includes(`Open link for ${email}"`))
    .map((tag) => /href="([^"]*)"/.exec(tag)?.[1]?.replaceAll('&amp;', '&') ?? '')
  const link = links.find((href) => new URL(href).pathname.startsWith(path))
  if (link === undefined) throw new Error(`No email to ${email} has a link to ${path}.`)
  return link
}

interface PersonCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Below `/admin/v1`. */
  readonly path: string
  readonly body?: unknown
}

/** What calls need from a person. */
type Session = Pick<Person, 'baseUrl' | 'context'>

/** Calls the control plane as a person. */
export function callAdmin({ baseUrl, context }: Session, { method, path, body }: PersonCall) {
  return context.request.fetch(`${baseUrl}/admin/v1${path}`, {
    method,
    headers: { origin: baseUrl },
    ...(body === undefined ? {} : { data: body }),
  })
}

/** Calls the control plane as a person who may, and returns the response. */
export async function changeAsAdmin(person: Session, call: PersonCall) {
  const response = await callAdmin(person, call)
  expect(response.ok(), `${call.method} ${call.path}: ${await response.text()}`).toBe(true)
  return response.status() === 204 ? {} : response.json()
}

/** Returns a person's first organization. */
export async function findOrganization(person: Session): Promise<Organization> {
  const { orgs } = await changeAsAdmin(person, { method: 'GET', path: '/orgs' })
  return orgs[0]
}

/** Invites an address with a role, and signs in as the member. */
export async function addMember(browser: Browser, inviter: Person, { id }: Organization, role: Role, name: string) {
  const email = testEmail(name)
  await changeAsAdmin(inviter, { method: 'POST', path: '/invitations', body: { orgId: id, email, role } })
  const person = await openBrowserFor(browser, email, {}, inviter.baseUrl)
  const link = await findMailLink(person.context.request, email, '/invitations/', person.baseUrl)
  const token = new URL(link).pathname.split('/').at(-1)
  await changeAsAdmin(person, { method: 'POST', path: '/invitations/accept', body: { token } })
  return person
}

/** Gets an access token for the sandbox, which also registers and connects an app. */
export async function issueSandboxToken({ baseUrl, context }: Session, orgId: string) {
  const issued = await context.request.post(`${baseUrl}/trpc/quickStart.issueToken`, {
    headers: { origin: baseUrl },
    data: { orgId },
  })
  return (await issued.json()).result.data as { readonly realmId: string; readonly accessToken: string }
}
