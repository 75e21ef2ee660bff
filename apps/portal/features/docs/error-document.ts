import type { DocumentedError, Repeat } from './error-catalogue.ts'
import { renderExampleResponse } from './example-response.ts'

const repeatTexts: Readonly<Record<Repeat, string>> = {
  always: 'Safe: the request changed nothing',
  'with requestid': 'Reads always; writes only with the same `requestid`',
  never: 'No',
}

/** Writes a code's page as Markdown. */
export function writeErrorDocument(error: DocumentedError): string {
  const { code, origin, statuses, message, onlineCode, when, causes, fixes, repeat, advice } = error
  return [
    `# ${code}`,
    when,
    [
      '| HTTP status | Origin | Message | Numeric code | Repeat |',
      '| --- | --- | --- | --- | --- |',
      `| ${statuses.join(', ')} | ${origin} | ${message ?? '–'} | ${onlineCode ?? '–'} | ${repeatTexts[repeat]} |`,
    ].join('\n'),
    ...list('Causes', causes),
    ...list('Fixes', fixes),
    '## Handling it in code',
    advice.text,
    `\`\`\`js\n${advice.code}\n\`\`\``,
    ...(repeat === 'with requestid' ? ['[Safe retries](/docs/guides/safe-retries) explains what a repeat does.'] : []),
    '## Example response',
    `\`\`\`http\n${renderExampleResponse(error)}\n\`\`\``,
  ].join('\n\n')
}

function list(title: string, sentences: readonly string[]): string[] {
  return sentences.length === 0 ? [] : [`## ${title}`, sentences.map((sentence) => `- ${sentence}`).join('\n')]
}
