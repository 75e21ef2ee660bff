/** Markup whose texts are escaped. */
export interface Html {
  readonly markup: string
}

type HtmlPart = Html | string | number | false | undefined | readonly HtmlPart[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Joins markup and texts. Texts are escaped, for elements and for attributes in quotation marks. */
export function html(strings: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return { markup: strings.map((text, index) => (index === 0 ? text : print(parts[index - 1]) + text)).join('') }
}

function print(part: HtmlPart): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') {
    return String(part).replace(/[&<>"']/g, (character) => entities[character] ?? '')
  }
  return 'markup' in part ? part.markup : part.map(print).join('')
}
