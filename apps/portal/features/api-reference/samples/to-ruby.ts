import type { ApiSample } from './api-sample.ts'
import {
  formatValue,
  type PrintedRequest,
  splitTemplate,
  toPrintedRequest,
  type ValueSyntax,
} from './printed-request.ts'

/** Formats a sample as a Ruby program with environment variables and no gems. */
export function toRuby(sample: ApiSample): string {
  const { method, address, query, headers, sendsClient, contentType, body } = toPrintedRequest(sample)
  const requestClass = method.charAt(0) + method.slice(1).toLowerCase()
  return [
    ...(body?.kind === 'json' ? ["require 'json'"] : []),
    "require 'net/http'",
    '',
    `uri = URI(${formatText(address)})`,
    ...(query.length > 0 ? [`uri.query = URI.encode_www_form(${formatFields(query)})`] : []),
    `request = Net::HTTP::${requestClass}.new(uri)`,
    ...headers.map(([name, value]) => `request[${quote(name)}] = ${formatText(value)}`),
    ...(sendsClient ? ["request.basic_auth(ENV['CLIENT_ID'], ENV['CLIENT_SECRET'])"] : []),
    ...(body && body.kind !== 'form' ? [`request['Content-Type'] = ${quote(contentType)}`] : []),
    ...(body ? [formatBody(body)] : []),
    "response = Net::HTTP.start(uri.host, uri.port, use_ssl: uri.scheme == 'https') { |http| http.request(request) }",
    'puts "#{response.code} #{response.body}"',
  ].join('\n')
}

const syntax: ValueSyntax = {
  text: formatText,
  null: 'nil',
  list: ['[', ']'],
  object: ['{', '}'],
  field: (name) => `${quote(name)} => `,
  indent: '  ',
  hasLastComma: true,
}

function formatBody(body: NonNullable<PrintedRequest['body']>): string {
  if (body.kind === 'text') return `request.body = ${formatText(body.text)}`
  if (body.kind === 'form') return `request.set_form_data(${formatFields(body.fields)})`
  return `request.body = JSON.generate(${formatValue(body.value, syntax, '')})`
}

function formatFields(fields: PrintedRequest['query']): string {
  return formatValue(Object.fromEntries(fields), syntax, '')
}

function formatText(template: string): string {
  const parts = splitTemplate(template)
  const [only] = parts
  if (parts.length === 1 && only?.variable) return `ENV['${only.variable}']`
  if (parts.every(({ variable }) => variable === undefined)) return quote(template)
  return `"${parts.map(({ text = '', variable }) => (variable ? `#{ENV['${variable}']}` : escapeText(text))).join('')}"`
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('#', '\\#')
}

function quote(text: string): string {
  return `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
}
