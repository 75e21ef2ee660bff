export type LanguageId = 'curl' | 'javascript' | 'python'

/** Replaces variables in a printed sample by the reader's values. */
export function fillVariables(code: string, language: LanguageId, values: Readonly<Record<string, string>>): string {
  return Object.entries(values).reduce((filled, [name, value]) => fillVariable[language](filled, name, value), code)
}

const fillVariable: Readonly<Record<LanguageId, (code: string, name: string, value: string) => string>> = {
  curl: (code, name, value) => code.replaceAll(new RegExp(`\\$${name}(?![A-Z_])`, 'g'), () => value),
  javascript: (code, name, value) =>
    code
      .replaceAll(`\${process.env.${name}}`, () => value)
      .replaceAll(new RegExp(`process\\.env\\.${name}(?![A-Z_])`, 'g'), () => `'${value}'`),
  python: (code, name, value) =>
    code.replaceAll(`{os.environ['${name}']}`, () => value).replaceAll(`os.environ["${name}"]`, () => `"${value}"`),
}
