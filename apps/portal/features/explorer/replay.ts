import { toCompanyPath } from '../../lib/company-path.ts'
import { toSearch } from '../requests/copy-request-as.ts'
import type { ExplainedRequest } from '../requests/logged-request.ts'
import { type DraftCall, findEntityName, findOperation, toDraft } from './draft-call.ts'

export type Original = Pick<ExplainedRequest, 'posted'> & {
  readonly request: Pick<
    ExplainedRequest['request'],
    'id' | 'at' | 'realmId' | 'realmName' | 'realmKind' | 'method' | 'path' | 'operation' | 'queryText' | 'bodies'
  > &
    Pick<ExplainedRequest['request'], 'status' | 'code' | 'failedItems'>
}

/** What the log shows instead of secrets. */
const hiddenMark = '[hidden]'

/** Returns the call of a logged request, without its `requestid`: a replay is a new call. */
export function toReplayDraft({ request }: Original): DraftCall {
  const { realmId, method, path, queryText, bodies } = request
  const search = toSearch({ query: bodies?.query ?? '', queryText })
  const kept = search.split('&').filter((pair) => !/^requestid=/i.test(pair))
  const query =
    queryText !== null && !/(?:^|&)query=/i.test(search) && (bodies?.request ?? '') === ''
      ? `query=${encodeURIComponent(queryText)}`
      : kept.join('&')
  return toDraft({ realmId, method, path: toCompanyPath(path), query, body: bodies?.request ?? '' })
}

/** Says what the log lacks of a call; undefined if it has everything. */
export function findGap({ request: { bodies, operation, queryText } }: Original): string | undefined {
  if (bodies === null) {
    const isWhole = operation === 'read' || queryText !== null
    return isWhole ? undefined : 'The log no longer has this call’s parameters and body. Type them before you send it.'
  }
  const isCut = [bodies.request, bodies.query, queryText ?? ''].some((text) => text.endsWith('…'))
  if (isCut || bodies.request.length < bodies.requestCharacters) {
    return 'The log has only the beginning of this call. Complete it before you send it.'
  }
  return [bodies.request, bodies.query, queryText ?? ''].some((text) => text.includes(hiddenMark))
    ? `The log hides private data of this call. Replace ${hiddenMark} before you send it.`
    : undefined
}

const effects = {
  create: 'creates a new record of',
  update: 'changes a record of',
  delete: 'deletes a record of',
  void: 'voids a record of',
  read: 'reads',
  query: 'reads',
} as const

const originals = {
  yes: 'The original was posted. What it did is done a second time.',
  no: 'The original was not posted.',
  perhaps: 'The original may have been posted. Look for it in QuickBooks first.',
  each: 'Each item of the original has its own outcome. Items that were posted are posted a second time.',
} as const

/** Says what a replay does to the books, one sentence each. */
export function describeEffect(
  draft: DraftCall,
  { posted }: Pick<Original, 'posted'>,
  file: string,
): readonly string[] {
  const entity = findEntityName(draft)
  const what =
    entity === undefined
      ? `The replay runs every write of the batch in ${file}.`
      : `The replay ${effects[findOperation(draft)]} ${entity} in ${file}.`
  const isNew = !new URLSearchParams(draft.query).has('requestid')
  return [
    what,
    ...(posted ? [originals[posted.answer]] : []),
    ...(isNew ? ['It has a new requestid, so QuickBooks runs it as a new call.'] : []),
  ]
}
