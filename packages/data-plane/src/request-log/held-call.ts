import { type CallTrace, copyBeginning, loggedTexts, type TracedExchange, type TracedText } from './call-trace.ts'
import type { CallTexts, LoggedCall } from './logged-call.ts'

/** A call until it is stored, with only the texts to be stored. */
export interface HeldCall {
  readonly call: LoggedCall
  readonly createdAt: Date
  readonly texts: HeldTexts | undefined
  readonly queryText: string | undefined
  /** The texts' characters. */
  readonly characters: number
}

/** A call's stored texts. */
export interface HeldTexts extends Pick<CallTexts, 'query' | 'requestHeaders' | 'responseHeaders'> {
  readonly plan: string | undefined
  readonly body: TracedText
  readonly response: TracedText
  readonly exchanges: readonly TracedExchange[]
  readonly exchangesLeftOut: number
}

/** Kept request characters: all of them, for replaying. */
const maxRequestCharacters = 2 * 1024 * 1024
/** Kept response characters. */
const maxResponseCharacters = 64 * 1024
const noTrace: CallTrace = { exchanges: [], exchangesLeftOut: 0 }

/** Shortens a call's texts. A long response would otherwise stay in memory until its call is stored. */
export function holdCall(call: LoggedCall, createdAt: Date): HeldCall {
  const { texts, trace = noTrace } = call
  const held = texts && shortenTexts(texts, trace)
  const characters = held === undefined ? 0 : countCharacters(held, held.exchanges)
  const charactersOfAll = countCharacters(
    texts && { query: texts.query, body: { text: texts.body }, response: { text: texts.response } },
    trace.exchanges,
  )
  return {
    // A copy takes as long as all the rest, and most calls are kept whole.
    call: characters === charactersOfAll ? call : dropTexts(call),
    createdAt,
    texts: held,
    queryText: texts?.queryText,
    characters,
  }
}

/** Returns a call without its texts, except its query's. */
export function withoutTexts({ call, createdAt, queryText }: HeldCall): HeldCall {
  return { call: dropTexts(call), createdAt, texts: undefined, queryText, characters: 0 }
}

function dropTexts({ texts: _texts, trace, ...call }: LoggedCall): LoggedCall {
  return trace === undefined ? call : { ...call, trace: { ...trace, exchanges: [] } }
}

function shortenTexts(
  { query, requestHeaders, responseHeaders, plan, body, response, responseCharacters }: CallTexts,
  { exchanges, exchangesLeftOut }: CallTrace,
): HeldTexts {
  return {
    query,
    requestHeaders,
    responseHeaders,
    plan,
    body: shorten({ text: body, characters: body.length }, maxRequestCharacters),
    response: shorten({ text: response, characters: responseCharacters }, maxResponseCharacters),
    exchanges: shortenExchanges(exchanges),
    exchangesLeftOut: exchangesLeftOut + Math.max(0, exchanges.length - loggedTexts.maxExchanges),
  }
}

function shorten(traced: TracedText, maxCharacters: number): TracedText {
  const { text, characters } = traced
  return text.length <= maxCharacters ? traced : { text: copyBeginning(text, maxCharacters), characters }
}

/** Keeps each message set's beginning until the call's limit is reached. */
function shortenExchanges(exchanges: readonly TracedExchange[]): readonly TracedExchange[] {
  let left = loggedTexts.maxCharacters
  const keep = (traced: TracedText): TracedText => {
    const kept = shorten(traced, Math.min(left, loggedTexts.maxTextCharacters))
    left -= kept.text.length
    return kept
  }
  return exchanges
    .slice(0, loggedTexts.maxExchanges)
    .map(({ request, response, reason }) => ({ request: keep(request), response: response && keep(response), reason }))
}

interface CountedTexts {
  readonly query: string
  readonly body: Pick<TracedText, 'text'>
  readonly response: Pick<TracedText, 'text'>
}

function countCharacters(texts: CountedTexts | undefined, exchanges: readonly TracedExchange[]): number {
  return exchanges.reduce(
    (sum, { request, response }) => sum + request.text.length + (response?.text.length ?? 0),
    texts === undefined ? 0 : texts.query.length + texts.body.text.length + texts.response.text.length,
  )
}
