import { roles } from '@bridge/harness/create-tenant'
import { sessionCookie } from '../target/session-cookie.ts'
import type { Target } from '../target/start-target.ts'

/** What an attacker sends to pass for someone else. */
export interface Credential {
  readonly name: string
  readonly toHeaders: (target: Target) => Readonly<Record<string, string>>
}

/** Returns the headers sent by the service's own page. */
export function withSession(session: string, { origin }: Pick<Target, 'origin'>) {
  return { cookie: `${sessionCookie}=${session}`, origin }
}

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

function basic({ id, secret }: { readonly id: string; readonly secret: string }) {
  return { authorization: `Basic ${btoa(`${id}:${secret}`)}` }
}

/** An attacker's sessions and API keys. */
export const strangers: readonly Credential[] = [
  ...roles.flatMap((role): Credential[] => [
    {
      name: `session of another organization’s ${role}`,
      toHeaders: (target) => withSession(target.attacker.members[role].session, target),
    },
    {
      name: `API key of another organization’s ${role}`,
      toHeaders: ({ attacker }) => ({ 'x-api-key': attacker.members[role].apiKey }),
    },
  ]),
  {
    name: 'session of a removed member',
    toHeaders: (target) => withSession(target.victim.formerMember.session, target),
  },
  {
    name: 'API key of a removed member',
    toHeaders: ({ victim }) => ({ 'x-api-key': victim.formerMember.apiKey }),
  },
]

/** Credentials authenticating neither a user nor an API key. */
export const nobodies: readonly Credential[] = [
  { name: 'no credential', toHeaders: () => ({}) },
  { name: 'a made-up session', toHeaders: (target) => withSession('made-up', target) },
  { name: 'a made-up API key', toHeaders: () => ({ 'x-api-key': 'svc_made-up' }) },
  { name: 'an expired session', toHeaders: (target) => withSession(target.victim.expiredSession, target) },
  { name: 'a revoked API key', toHeaders: ({ victim }) => ({ 'x-api-key': victim.revokedApiKey }) },
  { name: 'an agent token as API key', toHeaders: ({ attacker }) => ({ 'x-api-key': attacker.agentToken }) },
  { name: 'an access token', toHeaders: ({ attacker }) => bearer(attacker.tokens.sandbox) },
  { name: 'an access token of the organization', toHeaders: ({ victim }) => bearer(victim.tokens.sandbox) },
  { name: 'client credentials', toHeaders: ({ attacker }) => basic(attacker.client) },
]

/** Credentials other than the company file's access token. */
export const withoutToken: readonly Credential[] = [
  ...strangers,
  { name: 'no credential', toHeaders: () => ({}) },
  { name: 'a made-up token', toHeaders: () => bearer('svct_made-up') },
  { name: 'an expired token', toHeaders: ({ victim }) => bearer(victim.tokens.expired) },
  { name: 'a revoked token', toHeaders: ({ victim }) => bearer(victim.tokens.revoked) },
  { name: 'a token of another company file', toHeaders: ({ attacker }) => bearer(attacker.tokens.sandbox) },
  { name: 'a refresh token', toHeaders: ({ victim }) => bearer(victim.refreshToken) },
  { name: 'an agent token', toHeaders: ({ victim }) => bearer(victim.agentToken) },
  { name: 'an API key as token', toHeaders: ({ victim }) => bearer(victim.members.owner.apiKey) },
  { name: 'client credentials', toHeaders: ({ victim }) => basic(victim.client) },
  {
    name: 'a session of the organization',
    toHeaders: (target) => withSession(target.victim.members.owner.session, target),
  },
]
