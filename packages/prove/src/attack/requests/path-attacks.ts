import type { Attack } from '../run/attack.ts'
import type { Reply } from '../target/reply.ts'
import type { AttackRequest } from '../target/send.ts'
import type { Target } from '../target/start-target.ts'
import { isRejected } from './body-attacks.ts'
import { toCall } from './to-call.ts'

/** Ways out of the attacker's company file, with the token for it. */
const traversals: readonly ((own: string, foreign: string) => string)[] = [
  (own, foreign) => `/v3/company/${own}/../${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}/%2e%2e/${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}/..%2f${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}/%252e%252e/${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}/..;/${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}%2f..%2f${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}%00${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own},${foreign}/companyinfo/1`,
  (own, foreign) => `/v3/company/${own}%20${foreign}/companyinfo/1`,
  (_, foreign) => `/v3/company/${foreign}%20/companyinfo/1`,
  (_, foreign) => `/v3/company/${foreign}/companyinfo/1`,
  (_, foreign) => `/v3/company//${foreign}/companyinfo/1`,
  (_, foreign) => `//v3/company/${foreign}/companyinfo/1`,
  (_, foreign) => `/v3/./company/${foreign}/companyinfo/1`,
  (_, foreign) => `/V3/company/${foreign}/companyinfo/1`,
  (_, foreign) => `/v3/company/${foreign.replaceAll(/\d/g, (digit) => `%3${digit}`)}/companyinfo/1`,
  (_, foreign) => `/v3/company/${foreign}/companyinfo/1?realmId=${foreign}`,
  (own, foreign) => `/v3/company/${own}\\..\\${foreign}/companyinfo/1`,
  (own) => `/v3/company/${own}/../../../admin/v1/orgs`,
  (own) => `/v3/company/${own}/..%5c..%5cetc/passwd`,
  (own) => `/v3/company/${own}/%c0%ae%c0%ae/customer/1`,
  (own) => `/v3/company/${own}/customer/%`,
  (own) => `/v3/company/${own}/customer/%ff%fe`,
  () => '/v3/company/__proto__/customer/1',
  () => '/admin/v1/../v3/company/1/customer/1',
  () => '/admin/v1/orgs/%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  () => '/trpc/__proto__',
  () => '/trpc/constructor.prototype',
  () => '/trpc/listRealms,listRealms,listRealms?batch=1&input=%7B%7D',
  () => '/oauth2/v1/../../dev/mailbox',
]

const idTexts: readonly string[] = [
  "1' OR '1'='1",
  "1'; DROP TABLE realm; --",
  '1"/><CustomerQueryRq/>',
  ']]><CustomerQueryRq/>',
  '&e9;',
  '\r\nSet-Cookie: a=b',
  '\u0000',
  '\u2028',
  '../1',
  '{{7*7}}',
  '__proto__',
  'x'.repeat(10_000),
]

const own = toCall

/** Requests to be refused, whatever their method and headers claim. */
const headRequests: Readonly<Record<string, (target: Target) => AttackRequest>> = {
  'a header of 300 KiB': (target) =>
    own(target, { method: 'GET', path: '/customer/1', headers: { 'x-long': 'x'.repeat(300 * 1024) } }),
  'a path of 300 KiB': (target) => own(target, { method: 'GET', path: `/customer/${'x'.repeat(300 * 1024)}` }),
  'the method TRACE': (target) => own(target, { method: 'TRACE', path: '/customer/1' }),
  'the method PROPFIND': (target) => own(target, { method: 'PROPFIND', path: '/customer/1' }),
  'the method DELETE': (target) => own(target, { method: 'DELETE', path: '/customer/1' }),
  'the foreign company file in headers': ({ attacker, victim }) => ({
    method: 'GET',
    path: `/v3/company/${victim.sandboxId}/companyinfo/1`,
    headers: {
      authorization: `Bearer ${attacker.tokens.sandbox}`,
      'x-original-url': `/v3/company/${attacker.sandboxId}/companyinfo/1`,
      'x-rewrite-url': `/v3/company/${attacker.sandboxId}/companyinfo/1`,
      'x-forwarded-prefix': `/v3/company/${attacker.sandboxId}`,
      'x-middleware-subrequest': 'middleware',
    },
  }),
  'two tokens in one header': ({ attacker, victim }) => ({
    method: 'GET',
    path: `/v3/company/${victim.sandboxId}/companyinfo/1`,
    headers: { authorization: `Bearer ${attacker.tokens.sandbox}, Bearer ${attacker.tokens.sandbox}` },
  }),
  'a method in a header': (target) =>
    own(target, { method: 'PUT', path: '/customer', headers: { 'x-http-method-override': 'POST' }, body: '{}' }),
}

/** Attacks by the path, the ID, the method and headers. */
export const pathAttacks: readonly Attack[] = [
  ...traversals.map(
    (toPath): Attack<Reply> => ({
      name: `path ${toPath('OWN', 'FOREIGN')}`,
      attempt: ({ send, attacker, victim }) =>
        send({
          method: 'GET',
          path: toPath(attacker.sandboxId, victim.sandboxId),
          headers: { authorization: `Bearer ${attacker.tokens.sandbox}` },
        }),
      holds: isRejected,
    }),
  ),
  ...idTexts.flatMap((text) => [
    ...['customer', 'invoice', 'item'].map(
      (entity): Attack<Reply> => ({
        name: `${entity} with the ID ${JSON.stringify(text.slice(0, 40))}`,
        attempt: (target) =>
          target.send(toCall(target, { method: 'GET', path: `/${entity}/${encodeURIComponent(text)}` })),
        holds: isRejected,
      }),
    ),
    ...['orgs', 'realms', 'clients'].map(
      (noun): Attack<Reply> => ({
        name: `${noun} with the ID ${JSON.stringify(text.slice(0, 40))}`,
        attempt: ({ send, attacker }) =>
          send({
            method: 'PATCH',
            path: `/admin/v1/${noun}/${encodeURIComponent(text)}`,
            headers: { 'x-api-key': attacker.members.owner.apiKey, 'content-type': 'application/json' },
            body: '{"name":"A"}',
          }),
        holds: isRejected,
      }),
    ),
    {
      name: `requestid ${JSON.stringify(text.slice(0, 40))}`,
      attempt: (target) =>
        target.send(
          toCall(target, { method: 'POST', path: `/customer?requestid=${encodeURIComponent(text)}`, body: '{}' }),
        ),
      holds: isRejected,
    } satisfies Attack<Reply>,
  ]),
  ...Object.entries(headRequests).map(
    ([name, toRequest]): Attack<Reply> => ({
      name,
      attempt: (target) => target.send(toRequest(target)),
      holds: isRejected,
    }),
  ),
]

/** Checks that no server object got a hostile body's field. */
export const unpolluted: Attack<boolean> = {
  name: 'no body has changed what all objects have',
  attempt: async () => 'polluted' in {},
  holds: (isPolluted) => !isPolluted,
}
