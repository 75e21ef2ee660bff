import { type RealmState, realmStates } from '@bridge/data-plane/realms/realm-states'
import type { StatusTone } from '../../components/status-badge.tsx'
import { formatCount } from '../../lib/format-count.ts'
import type { PortalData } from '../../lib/portal-data.ts'
import { companyFilesHref, formatFileCount, type StateGroup } from '../company-files/list-inputs.ts'
import { requestsHref } from '../requests/request-parameters.ts'
import { describeWentBack } from '../webhooks/describe-went-back.ts'

/** Something that needs attention, with one link to what helps. */
export interface Incident {
  readonly key: string
  readonly tone: StatusTone
  /** The name before the text, as it was typed. */
  readonly name?: string
  readonly text: string
  readonly label: string
  readonly href: string
}

export interface IncidentFacts {
  readonly slug: string
  readonly now: number
  readonly billing: Pick<PortalData['getBillingState'], 'entitled' | 'enforced' | 'graceUntil' | 'title'> | undefined
  readonly groups: readonly { readonly group: StateGroup; readonly count: number }[]
  /** The first company files of the list, those in trouble first. */
  readonly files: readonly Pick<PortalData['listRealms']['realms'][number], 'id' | 'name' | 'kind' | 'connection'>[]
  /** The most frequent failures of 24 hours. */
  readonly failures: readonly Pick<
    PortalData['listFailures']['groups'][number],
    'sentence' | 'code' | 'isNew' | 'sampleId'
  >[]
  readonly quota: { readonly callsToday: number; readonly limits: { readonly dailyCalls: number } } | undefined
  /** Company files that went back. */
  readonly wentBack: readonly Pick<
    PortalData['listWentBack']['realms'][number],
    'realmId' | 'realmName' | 'since' | 'reason'
  >[]
  readonly apiKeys: readonly { readonly createdAt: string; readonly lastUsedAt: string | null }[]
}

const unusedMs = 30 * 86_400_000
/** The pages of the company files name them for longer. */
const wentBackMs = 7 * 86_400_000
/** Up to this many company files are named one by one. */
const maxNamed = 2

/** Lists what needs attention, the most urgent first: what stops calls, then what is new, then what can wait. */
export function listIncidents(facts: IncidentFacts): Incident[] {
  return [
    ...listBilling(facts),
    ...listFiles(facts, 'offline', {
      tone: 'danger',
      one: 'cannot be reached.',
      many: 'company files cannot be reached.',
      label: 'See why',
      page: '',
    }),
    ...listFiles(facts, 'waiting', {
      tone: 'warning',
      one: 'waits for a person at the PC.',
      many: 'company files wait for a person at the PC.',
      label: 'See what to do',
      page: '',
    }),
    ...listWentBack(facts),
    ...listNewFailures(facts),
    ...listQuota(facts),
    ...listFiles(facts, 'never_connected', {
      tone: 'neutral',
      one: 'was never connected.',
      many: 'company files were never connected.',
      label: 'Set it up',
      page: '/set-up',
    }),
    ...listUnusedKeys(facts),
  ]
}

function listBilling({ slug, billing }: IncidentFacts): Incident[] {
  if (!billing?.enforced || (billing.entitled && billing.graceUntil === null)) return []
  return [
    {
      key: 'plan',
      tone: billing.entitled ? 'warning' : 'danger',
      text: `${billing.title}.`,
      label: 'Usage and billing',
      href: `/orgs/${slug}/usage`,
    },
  ]
}

interface FileTexts {
  readonly tone: StatusTone
  readonly one: string
  readonly many: string
  readonly label: string
  /** The page of the one company file. */
  readonly page: string
}

/** Names few company files, and counts many. */
function listFiles(
  { slug, groups, files }: IncidentFacts,
  group: Exclude<StateGroup, 'connected'>,
  { tone, one, many, label, page }: FileTexts,
): Incident[] {
  const count = groups.find((each) => each.group === group)?.count ?? 0
  if (count === 0) return []
  const named = files.filter(({ connection }) => findGroup(connection.state) === group)
  if (count <= maxNamed && named.length === count) {
    return named.map(({ id, name }) => ({
      key: id,
      tone,
      name,
      text: one,
      label,
      href: `/orgs/${slug}/company-files/${id}${page}`,
    }))
  }
  return [
    {
      key: group,
      tone,
      text: count === 1 ? `A company file ${one}` : `${capitalize(formatFileCount(count))} ${many}`,
      label: 'Review',
      href: companyFilesHref(slug, { state: group }),
    },
  ]
}

function capitalize(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`
}

const groupsByTone = { good: 'connected', waiting: 'waiting', bad: 'offline', none: 'never_connected' } as const

function findGroup(state: RealmState): StateGroup {
  return groupsByTone[realmStates[state].tone]
}

/** Failures that 30 days had not seen before. */
function listNewFailures({ slug, failures }: IncidentFacts): Incident[] {
  const [first, ...others] = failures.filter(({ isNew }) => isNew)
  if (!first) return []
  if (others.length === 0) {
    return [
      {
        key: 'failure',
        tone: 'danger',
        text: `A new kind of failure in the last 24 hours: ${first.sentence}`,
        label: 'View request',
        href: `/orgs/${slug}/requests/${first.sampleId}`,
      },
    ]
  }
  return [
    {
      key: 'failures',
      tone: 'danger',
      text: `${others.length + 1} new kinds of failures in the last 24 hours.`,
      label: 'Review',
      href: requestsHref(slug, { range: '24h', status: 'failed' }),
    },
  ]
}

/** Company files that apps have to read again. Members know of a sandbox that they reset. */
function listWentBack({ slug, now, wentBack }: IncidentFacts): Incident[] {
  const recent = wentBack.filter(({ since, reason }) => reason !== 'reset' && now - Date.parse(since) < wentBackMs)
  if (recent.length > maxNamed) {
    return [
      {
        key: 'went-back',
        tone: 'warning',
        text: `Restored or condensed: ${formatCount(recent.length, 'company file')}. Apps have to read them again.`,
        label: 'See what to do',
        href: '/docs/guides/webhooks#catch-up-with-cdc',
      },
    ]
  }
  return recent.map((file) => ({
    key: `went-back ${file.realmId}`,
    tone: 'warning',
    name: file.realmName,
    text: `was ${describeWentBack(file)}: apps have to read it again.`,
    label: 'See what to do',
    href: `/orgs/${slug}/company-files/${file.realmId}`,
  }))
}

function listQuota({ slug, quota }: IncidentFacts): Incident[] {
  if (!quota || quota.callsToday < quota.limits.dailyCalls) return []
  return [
    {
      key: 'quota',
      tone: 'warning',
      text: `The sandbox has used its ${formatCount(quota.limits.dailyCalls, 'call')} of today.`,
      label: 'Company files',
      href: companyFilesHref(slug, {}),
    },
  ]
}

function listUnusedKeys({ slug, now, apiKeys }: IncidentFacts): Incident[] {
  const { length } = apiKeys.filter(({ createdAt, lastUsedAt }) => now - Date.parse(lastUsedAt ?? createdAt) > unusedMs)
  if (length === 0) return []
  return [
    {
      key: 'keys',
      tone: 'neutral',
      text:
        length === 1 ? '1 API key has been unused for 30 days.' : `${length} API keys have been unused for 30 days.`,
      label: 'API keys',
      href: `/orgs/${slug}/api-keys`,
    },
  ]
}
