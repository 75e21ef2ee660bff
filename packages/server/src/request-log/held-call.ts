import { type CallTrace, copyBeginning, loggedTexts, type TracedExchange, type TracedText } from './call-trace.ts'
import type { CallTexts, LoggedCall } from './logged-call.ts'

/** A call until it is stored, with no more of its texts than is stored. */
export interface HeldCall {
  readonly call: Omit<LoggedCall, 'texts'>
  readonly createdAt: Date
  readonly queryText?: string
  readonly texts?: HeldTexts
  /** The characters of the texts. */
  readonly characters: number
}

/** The texts of a call that are stored. */
export interface HeldTexts extends Pick<CallTexts, 'query' | 'requestHeaders' | 'responseHeaders' | 'plan'> {
  readonly body: TracedText
  readonly response: TracedText
  readonly exchanges: readonly TracedExchange[]
  readonly exchangesLeftOut: number
}

/** The characters of a request that are kept: all of them, so that it can be replayed. */
const requestCharactersMax = 2 * 1024 * 1024
/** The characters of a response that are kept. */
const responseCharactersMax = 64 * 1024
const noTrace: CallTrace = { exchanges: [], exchangesLeftOut: 0 }

/** Shortens the texts of a call. A response of many MiB would otherwise stay in memory until its call is stored. */
export function holdCall({ texts, ...call }: LoggedCall, createdAt: Date): HeldCall {
  const { trace = noTrace } = call
  // The texts of the trace are those of a user's call, to whom more is shown.
  const held = { call: { ...call, trace: { ...trace, exchanges: [] } }, createdAt }
  if (texts === undefined) return { ...held, characters: 0 }
  const { body, response, responseCharacters, queryText, ...rest } = texts
  const heldTexts: HeldTexts = {
    ...rest,
    body: shorten({ text: body, characters: body.length }, requestCharactersMax),
    response: shorten({ text: response, characters: responseCharacters }, responseCharactersMax),
    exchanges: shortenExchanges(trace.exchanges),
    exchangesLeftOut: trace.exchangesLeftOut + Math.max(0, trace.exchanges.length - loggedTexts.exchangesMax),
  }
  return {
    ...held,
    ...(queryText !== undefined && { queryText }),
    texts: heldTexts,
    characters: countCharacters(heldTexts),
  }
}

/** Returns a call without its texts, except that of its query. */
export function withoutTexts({ texts: _texts, ...held }: HeldCall): HeldCall {
  return { ...held, characters: 0 }
}

function shorten({ text, characters }: TracedText, charactersMax: number): TracedText {
  return { text: copyBeginning(text, charactersMax), characters }
}

/** Keeps the beginning of each message set until the limit of the call is reached. */
function shortenExchanges(exchanges: readonly TracedExchange[]): readonly TracedExchange[] {
  let left = loggedTexts.charactersMax
  const keep = (traced: TracedText): TracedText => {
    const kept = shorten(traced, Math.min(left, loggedTexts.textCharactersMax))
    left -= kept.text.length
    return kept
  }
  return exchanges.slice(0, loggedTexts.exchangesMax).map(({ request, response, ...rest }) => ({
    ...rest,
    request: keep(request),
    ...(response !== undefined && { response: keep(response) }),
  }))
}

function countCharacters({ query, body, response, exchanges }: HeldTexts): number {
  return exchanges.reduce(
    (sum, exchange) => sum + exchange.request.text.length + (exchange.response?.text.length ?? 0),
    query.length + body.text.length + response.text.length,
  )
}
