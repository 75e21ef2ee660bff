import type { ApiSample } from './api-sample.ts'
import { concatenate, formatValue, type PrintedRequest, toPrintedRequest, type ValueSyntax } from './printed-request.ts'

/** Formats a sample as a PHP program with environment variables and no extensions. */
export function toPhp(sample: ApiSample): string {
  const request = toPrintedRequest(sample)
  const { method, address, query, headers, sendsClient, contentType, body } = request
  const lines = [
    ...headers.map(([name, value]) => formatText(`${name}: ${value}`)),
    ...(sendsClient
      ? ["'Authorization: Basic ' . base64_encode(getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'))"]
      : []),
    ...(body ? [quote(`Content-Type: ${contentType}`)] : []),
  ]
  return [
    '<?php',
    ...(query.length > 0 ? [`$query = http_build_query(${formatFields(query, '')});`] : []),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(lines.length > 0 ? ["    'header' => [", ...lines.map((line) => `        ${line},`), '    ],'] : []),
    ...(body ? [`    'content' => ${formatBody(body)},`] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$body = file_get_contents(${formatText(address)}${query.length > 0 ? " . '?' . $query" : ''}, false, $context);`,
    "echo explode(' ', $http_response_header[0])[1], ' ', $body, PHP_EOL;",
  ].join('\n')
}

const syntax: ValueSyntax = {
  text: formatText,
  null: 'null',
  list: ['[', ']'],
  object: ['[', ']'],
  field: (name) => `${quote(name)} => `,
  indent: '    ',
  hasLastComma: true,
}

function formatBody(body: NonNullable<PrintedRequest['body']>): string {
  if (body.kind === 'text') return formatText(body.text)
  if (body.kind === 'form') return `http_build_query(${formatFields(body.fields, '    ')})`
  return isEmpty(body.value) ? "'{}'" : `json_encode(${formatValue(body.value, syntax, '    ')})`
}

/** PHP encodes an empty array as a list. */
function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function formatFields(fields: PrintedRequest['query'], indent: string): string {
  return formatValue(Object.fromEntries(fields), syntax, indent)
}

function formatText(template: string): string {
  return concatenate(template, ' . ', quote, (name) => `getenv('${name}')`)
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
