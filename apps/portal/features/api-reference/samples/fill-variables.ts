export type LanguageId = 'curl' | 'javascript' | 'python'

/** Replaces variables in a sample by the reader's values. */
export function fillVariables(code: string, language: LanguageId, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [name, value]) => fillVariable[language](filled, name, value), code)
}

const fillVariable: Readonly<Record<LanguageId, (code: string, name: string, value: string) => string>> = {
  curl: (code, name, value) => code.replaceAll(/\$([A-Z_]+)/g, (found, each) => (each === name ? value : found)),
  javascript: (code, name, value) =>
    code
      .replaceAll(`\${process.env.${name}}`, () => value)
      .replaceAll(/process\.env\.([A-Z_]+)/g, (found, each) => (each === name ? `'${value}'` : found)),
  python: (code, name, value) =>
    code.replaceAll(`{os.environ['${name}']}`, () => value).replaceAll(`os.environ["${name}"]`, () => `"${value}"`),
}
