import type { ApiSample } from './api-sample.ts'
import { concatenate, type PrintedRequest, printValue, toPrintedRequest, type ValueSyntax } from './printed-request.ts'

/** Formats a sample as a PHP program with environment variables and no extensions. */
export function toPhp(sample: ApiSample): string {
  const request = toPrintedRequest(sample)
  const { method, address, query, headers, sendsClient, contentType, body } = request
  const lines = [
    ...headers.map(([name, value]) => print(`${name}: ${value}`)),
    ...(sendsClient
      ? ["'Authorization: Basic ' . base64_encode(getenv('CLIENT_ID') . ':' . getenv('CLIENT_SECRET'))"]
      : []),
    ...(body ? [quote(`Content-Type: ${contentType}`)] : []),
  ]
  return [
    '<?php',
    ...(query.length > 0 ? [`$query = http_build_query(${printFields(query, '')});`] : []),
    "$context = stream_context_create(['http' => [",
    `    'method' => '${method}',`,
    ...(lines.length > 0 ? ["    'header' => [", ...lines.map((line) => `        ${line},`), '    ],'] : []),
    ...(body ? [`    'content' => ${printBody(body)},`] : []),
    "    'ignore_errors' => true,",
    ']]);',
    `$body = file_get_contents(${print(address)}${query.length > 0 ? " . '?' . $query" : ''}, false, $context);`,
    "echo explode(' ', $http_response_header[0])[1], ' ', $body, PHP_EOL;",
  ].join('\n')
}

const syntax: ValueSyntax = {
  text: print,
  null: 'null',
  list: ['[', ']'],
  object: ['[', ']'],
  field: (name) => `${quote(name)} => `,
  indent: '    ',
  hasLastComma: true,
}

function printBody(body: NonNullable<PrintedRequest['body']>): string {
  if (body.kind === 'text') return print(body.text)
  if (body.kind === 'form') return `http_build_query(${printFields(body.fields, '    ')})`
  return isEmpty(body.value) ? "'{}'" : `json_encode(${printValue(body.value, syntax, '    ')})`
}

/** PHP encodes an empty array as a list. */
function isEmpty(value: object): boolean {
  return Object.keys(value).length === 0
}

function printFields(fields: PrintedRequest['query'], indent: string): string {
  return printValue(Object.fromEntries(fields), syntax, indent)
}

function print(template: string): string {
  return concatenate(template, ' . ', quote, (name) => `getenv('${name}')`)
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
