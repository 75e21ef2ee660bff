import type { ApiSample } from './api-sample.ts'
import { concatenate, type PrintedRequest, splitTemplate, toPrintedRequest } from './printed-request.ts'

/** Formats a sample as a program of one file for Java 17, with environment variables and no dependencies. */
export function toJava(sample: ApiSample): string {
  const request = toPrintedRequest(sample)
  const { method, address, query, headers, sendsClient, contentType, body } = request
  const encodes = query.length > 0 || body?.kind === 'form'
  const imports = [
    'java.net.URI',
    ...(encodes ? ['java.net.URLEncoder'] : []),
    'java.net.http.HttpClient',
    'java.net.http.HttpRequest',
    'java.net.http.HttpResponse',
    ...(encodes ? ['java.nio.charset.StandardCharsets'] : []),
    ...(sendsClient ? ['java.util.Base64'] : []),
  ]
  const uri = query.length > 0 ? `${formatText(address)} + ${formatText('?')} + query` : formatText(address)
  const statements = [
    ...(query.length > 0 ? [`var query = ${formatFields(query)};`] : []),
    ...(body ? [`var body = ${formatBody(body)};`] : []),
    ...(sendsClient ? [`var client = ${formatText('$CLIENT_ID:$CLIENT_SECRET')};`] : []),
    `var request = HttpRequest.newBuilder(URI.create(${uri}))`,
    ...headers.map(([name, value]) => `    .header(${quote(name)}, ${formatText(value)})`),
    ...(sendsClient
      ? ['    .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(client.getBytes()))']
      : []),
    ...(body ? [`    .header("Content-Type", ${quote(contentType)})`] : []),
    ...(method === 'GET'
      ? []
      : [`    .method("${method}", HttpRequest.BodyPublishers.${body ? 'ofString(body)' : 'noBody()'})`]),
    '    .build();',
    'var response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());',
    'System.out.println(response.statusCode() + " " + response.body());',
  ]
  return [
    ...imports.map((name) => `import ${name};`),
    '',
    'public class Sample {',
    '    public static void main(String[] args) throws Exception {',
    ...statements.flatMap((statement) => statement.split('\n')).map((line) => `        ${line}`),
    '    }',
    '}',
  ].join('\n')
}

function formatBody(body: NonNullable<PrintedRequest['body']>): string {
  if (body.kind === 'text') return formatText(body.text)
  return body.kind === 'form' ? formatFields(body.fields) : formatJson(body.value)
}

/** Prints JSON as a text block, whose variables are its arguments. */
function formatJson(value: object): string {
  const parts = splitTemplate(JSON.stringify(value, null, 2))
  const variables = parts.flatMap(({ variable }) => variable ?? [])
  const block = parts
    .map(({ text = '', variable }) => {
      if (variable) return '%s'
      const escaped = text.replaceAll('\\', '\\\\')
      return variables.length > 0 ? escaped.replaceAll('%', '%%') : escaped
    })
    .join('')
    .split('\n')
    .map((line) => `    ${line}`)
  const formatted = variables.length > 0 ? `.formatted(${variables.map(read).join(', ')})` : ''
  return ['"""', ...block, `    """${formatted}`].join('\n')
}

function formatFields(fields: PrintedRequest['query']): string {
  return fields
    .map(([name, value], index) => {
      const start = quote(`${index > 0 ? '&' : ''}${name}=`)
      return `${start} + URLEncoder.encode(${formatText(value)}, StandardCharsets.UTF_8)`
    })
    .join('\n    + ')
}

function formatText(template: string): string {
  return concatenate(template, ' + ', quote, read)
}

function read(variable: string): string {
  return `System.getenv("${variable}")`
}

function quote(text: string): string {
  return JSON.stringify(text)
}
