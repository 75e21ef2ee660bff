import { findMisspelled, inspectEnvironment, listIgnored } from '@bridge/environment'
import { environment, readEnv } from '@bridge/portal/env'
import { isLoopback } from '@bridge/server'
import type { Check, Settings } from './deployment.ts'
import { type Finding, ok, problem, warning } from './finding.ts'

/** Every variable, all of them together, and unknown ones. */
export const settingsCheck: Check = {
  title: 'Settings',
  needs: [],
  async examine({ variables, settings, baseUrl }) {
    const { problems } = inspectEnvironment(environment, variables)
    const invalid = problems.map((text) => problem(`${text}.`, 'docs/deployment.md describes each variable.'))
    const unknown = Object.entries(findMisspelled(environment, variables)).map(([name, known]) =>
      warning(`${name} is set, and has no effect.`, `Set ${known}, if you meant it; otherwise remove ${name}.`),
    )
    const ignored = listIgnored(environment, variables).map((name) =>
      warning(`${name} is set, and has no effect any more.`, 'Remove it. CHANGELOG.md says what replaced it.'),
    )
    const findings = [
      ...invalid,
      ...(invalid.length === 0 ? contradictions(variables) : []),
      ...unknown,
      ...ignored,
      ...findHiddenClients(settings, baseUrl),
    ]
    return findings.length > 0 ? findings : [ok('All variables are valid, and none is unknown.')]
  },
}

/** What a server would refuse to start with. */
function contradictions(variables: Readonly<Record<string, string | undefined>>): readonly Finding[] {
  try {
    readEnv(variables)
    return []
  } catch (error) {
    return [problem(error instanceof Error ? error.message : String(error), 'A server does not start before.')]
  }
}

/** A server speaks no TLS itself: behind https there is a proxy, whose address all clients would share. */
function findHiddenClients({ TRUST_PROXY: trusts }: Partial<Settings>, baseUrl: string): readonly Finding[] {
  if (trusts !== false || !baseUrl.startsWith('https:') || isLoopback(baseUrl)) return []
  return [
    warning(
      'TRUST_PROXY is false behind a proxy: all clients share its address, and with it the limits of one address.',
      'Let the proxy set X-Forwarded-For, then set TRUST_PROXY=true.',
    ),
  ]
}
