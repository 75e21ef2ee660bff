import type { ApiSample } from './api-sample.ts'
import { concatenate, formatValue, type PrintedRequest, toPrintedRequest, type ValueSyntax } from './printed-request.ts'

/** Formats a sample as a C# program with environment variables and no packages. */
export function toCSharp(sample: ApiSample): string {
  const { method, address, query, headers, sendsClient, contentType, body } = toPrintedRequest(sample)
  const namespaces = [
    'System',
    ...(body?.kind === 'form' ? ['System.Collections.Generic'] : []),
    'System.Net.Http',
    ...(sendsClient || (body && body.kind !== 'form') ? ['System.Text'] : []),
    ...(body?.kind === 'json' ? ['System.Text.Json'] : []),
    'System.Threading.Tasks',
  ]
  const handler = headers.some(([name]) => name === 'Cookie') ? 'new HttpClientHandler { UseCookies = false }' : ''
  const statements = [
    `var request = new HttpRequestMessage(new HttpMethod("${method}"), ${formatText(address)}${formatQuery(query)});`,
    ...headers.map(([name, value]) => `request.Headers.Add(${quote(name)}, ${formatText(value)});`),
    ...(sendsClient
      ? [
          `var client = Convert.ToBase64String(Encoding.UTF8.GetBytes(${formatText('$CLIENT_ID:$CLIENT_SECRET')}));`,
          'request.Headers.Add("Authorization", "Basic " + client);',
        ]
      : []),
    ...(body ? [`request.Content = ${formatContent(body, contentType)};`] : []),
    `var response = await new HttpClient(${handler}).SendAsync(request);`,
    'Console.WriteLine((int)response.StatusCode + " " + await response.Content.ReadAsStringAsync());',
  ]
  return [
    ...namespaces.map((name) => `using ${name};`),
    '',
    'class Program',
    '{',
    '    static async Task Main()',
    '    {',
    ...statements.flatMap((statement) => statement.split('\n')).map((line) => `        ${line}`),
    '    }',
    '}',
  ].join('\n')
}

/** C#’s keywords, which are names only with `@` before them. */
const keywords: ReadonlySet<string> = new Set(
  `abstract as base bool break byte case catch char checked class const continue decimal default delegate do double else
  enum event explicit extern false finally fixed float for foreach goto if implicit in int interface internal is lock
  long namespace new null object operator out override params private protected public readonly ref return sbyte sealed
  short sizeof stackalloc static string struct switch this throw true try typeof uint ulong unchecked unsafe ushort using
  virtual void volatile while`.split(/\s+/),
)

const syntax: ValueSyntax = {
  text: formatText,
  null: '(object)null',
  list: ['new object[] {', '}'],
  object: ['new {', '}'],
  field: (name) => `${keywords.has(name) ? '@' : ''}${name} = `,
  indent: '    ',
  hasLastComma: true,
}

function formatContent(body: NonNullable<PrintedRequest['body']>, contentType: string): string {
  if (body.kind === 'text') return `new StringContent(${formatText(body.text)}, Encoding.UTF8, ${quote(contentType)})`
  if (body.kind === 'json') {
    const value = formatValue(body.value, syntax, '')
    return `new StringContent(JsonSerializer.Serialize(${value}), Encoding.UTF8, ${quote(contentType)})`
  }
  const fields = body.fields.map(([name, value]) => `    [${quote(name)}] = ${formatText(value)},`)
  return ['new FormUrlEncodedContent(new Dictionary<string, string>', '{', ...fields, '})'].join('\n')
}

function formatQuery(query: PrintedRequest['query']): string {
  const parameters = query.map(
    ([name, value], index) =>
      `${quote(`${index > 0 ? '&' : '?'}${name}=`)} + Uri.EscapeDataString(${formatText(value)})`,
  )
  return parameters.map((parameter) => `\n    + ${parameter}`).join('')
}

function formatText(template: string): string {
  return concatenate(template, ' + ', quote, (name) => `Environment.GetEnvironmentVariable("${name}")`)
}

function quote(text: string): string {
  return JSON.stringify(text)
}
