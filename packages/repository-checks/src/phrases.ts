import type { Finding } from './finding.ts'
import type { Prose } from './prose.ts'

interface Phrase {
  readonly pattern: RegExp
  readonly instead: string
  /** Applies to comments only. */
  readonly inComments?: true
}

/** Words and phrases replaced in docs/glossary.md, and others no native speaker would write. */
const phrases: readonly Phrase[] = [
  // Glossary terms.
  { pattern: /\banswer(s|ed|ing)?\b/i, instead: 'response, respond or return' },
  { pattern: /\breference API\b|\b(QBO|online) side\b/, instead: 'client side or QBO' },
  { pattern: /\bQuickBooks side\b/, instead: 'desktop side' },
  { pattern: /\bsettl(e|es|ed|ing)\b/i, instead: 'resolved, posted, applied, recalculated or acknowledged' },
  { pattern: /\bsigns? of life\b/i, instead: 'heartbeat' },
  { pattern: /\b(hang|hangs|hung) up\b/i, instead: 'close' },
  { pattern: /\b(take|takes|taken|took|taking) back\b/i, instead: 'revoke or roll back' },
  { pattern: /\b(token|code|session|lease|link|invitation)s? (run|runs|ran) out\b/i, instead: 'expire' },
  { pattern: /\btry anew\b|\banew\b/i, instead: 'again' },
  { pattern: /\b(becomes?|became|come|came) of (it|them|the|a)\b/i, instead: 'outcome' },
  { pattern: /\bfates?\b/i, instead: 'outcome' },
  { pattern: /\brefusals?\b/i, instead: 'fault, rejection or denial' },
  { pattern: /\bpatience\b/i, instead: 'timeout' },
  { pattern: /\bjudg(e|es|ed|ing|e?ment)\b/i, instead: 'check, evaluate or decide' },
  { pattern: /\b(futile|deducted)\b/i, instead: 'ignored by QuickBooks, or negated' },
  {
    pattern: /\b(dice|rivals?|mortal|troubled|witness(es)?)\b/i,
    instead: 'random numbers, second server, fault-injecting, observer',
  },
  // Words for people.
  {
    pattern: /\b(whoever|whomever|nobody|somebody)\b|\b(for|of) whom\b/i,
    instead: 'the caller, the user, no one, someone',
  },
  { pattern: /\b(is|are|was|were|be|been|being) (told|heard|asked)\b/i, instead: 'receives, reads, is requested' },
  { pattern: /\bhears?\b|\bheard\b/i, instead: 'receive' },
  { pattern: /\btell(s|ing)? (of|whether|how|which|what|that|who|when)\b|\btold of\b/i, instead: 'report, show, say' },
  { pattern: /\butters?\b|\buttered\b/i, instead: 'raise or return' },
  // Stiff phrases.
  { pattern: /\bof (its|his|their|one['’]s) own\b/i, instead: 'its own …, a separate …' },
  { pattern: /\bby itself\b/i, instead: 'separately, automatically, on its own' },
  { pattern: /\bonce more\b/i, instead: 'again' },
  { pattern: /\bat the latest\b/i, instead: 'no later than' },
  { pattern: /\bbesides?\b/i, instead: 'next to, or in addition' },
  { pattern: /\bstands\b|\bstand (for|in|by|behind|before|twice|there|where|on|at|open)\b/i, instead: 'is, appears' },
  { pattern: /\blies\b/i, instead: 'is' },
  { pattern: /(?<!\blet )\balone\b/i, instead: 'only' },
  { pattern: /(?<!\bthere )\b(is|are) none\b/i, instead: 'there is no …' },
  { pattern: /\bthe one before\b/i, instead: 'the previous one' },
  { pattern: /\bmeanwhile\b/i, instead: 'in the meantime' },
  { pattern: /\bfor so long\b|\bso many\b/i, instead: 'for this long, this many' },
  { pattern: /\bmended\b|\bmends?\b/i, instead: 'fix' },
  // Texts on pages and in errors.
  { pattern: /\b(that|this) did(n['’]t| not) work\b/i, instead: 'We couldn’t do that' },
  { pattern: /\b(take|takes) an? (access token|token|key|secret)\b/i, instead: 'get' },
  { pattern: /\bworks? as printed\b/i, instead: 'unchanged' },
  { pattern: /\brole \w+ or above\b/i, instead: 'Owners only, or Admins and owners' },
  { pattern: /\bunwanted mail\b/i, instead: 'spam folder' },
  { pattern: /\b(one more|one) press\b/i, instead: 'one click' },
  { pattern: /\bbeforehand\b/i, instead: 'before you start' },
  { pattern: /\bto empty (a|the|it|this)\b/i, instead: 'to clear' },
  { pattern: /\bneeds? be there\b/i, instead: 'is optional' },
  { pattern: /\bpoint a client\b/i, instead: 'endpoints' },
  { pattern: /\b(whatever|what) is your own\b/i, instead: 'your own values' },
  { pattern: /\bfrom nothing to\b/i, instead: 'make your first …' },
  { pattern: /\bgoes on working\b/i, instead: 'keeps working' },
  { pattern: /\bin one slot an? \w+/i, instead: 'grouped by …' },
  { pattern: /\bnot served yet\b/i, instead: 'coming later, or not available yet' },
  { pattern: /\bsays? nothing (of|about)\b/i, instead: 'does not mention' },
  // Docstrings begin with a verb or a noun.
  {
    pattern: /^\s*(What|Whom?|Whose|Where)\b[^?]*\b(is|are|was|were|does|do|did|has|have|had)\b[^?]*$/,
    instead: 'a verb or a noun (“Returns …”)',
    inComments: true,
  },
]

/** The glossary quotes the words it replaces. */
const exempt = new Set(['docs/glossary.md', 'packages/repository-checks/src/phrases.ts'])

/** Finds words and phrases replaced by the glossary. Text in backticks is code. */
export function checkPhrases(prose: readonly Prose[]): Finding[] {
  return prose
    .filter(({ file }) => !exempt.has(file))
    .flatMap(({ kind, file, line, text }) => {
      const plain = text.replaceAll(/`[^`]*`/g, '`…`').replaceAll(/\]\([^)]*\)/g, ']')
      return phrases
        .filter(({ inComments }) => !inComments || kind === 'comment')
        .flatMap(({ pattern, instead }) => {
          const match = pattern.exec(plain)?.[0].trim()
          const quoted = match !== undefined && match.length > 40 ? `${match.slice(0, 40)}…` : match
          return quoted === undefined ? [] : [{ file, line, message: `Instead of “${quoted}”: ${instead}.` }]
        })
    })
}
