# Runs the gem oauth2 for the walk: reads one JSON call per line and writes one JSON result per line.

require 'json'
require 'oauth2'

company = "/v3/company/#{ENV.fetch('REALM_ID')}"
json = { 'Accept' => 'application/json', 'Content-Type' => 'application/json' }
client = OAuth2::Client.new(
  ENV.fetch('CLIENT_ID'), ENV.fetch('CLIENT_SECRET'),
  site: ENV.fetch('BASE_URL'), authorize_url: '/oauth2/v1/authorize', token_url: '/oauth2/v1/tokens'
)
redirect_uri = ENV.fetch('REDIRECT_URI')
token = nil

get = ->(path, params = {}) { token.get("#{company}/#{path}", params: params, headers: json).parsed }
post = lambda do |entity, record, operation = nil|
  params = operation ? { operation: operation } : {}
  token.post("#{company}/#{entity.downcase}", params: params, body: JSON.dump(record), headers: json).parsed[entity]
end
select = ->(query, entity) { get.call('query', { query: query })['QueryResponse'].fetch(entity, []) }

operations = {
  'authorizeUrl' => lambda do
    client.auth_code.authorize_url(redirect_uri: redirect_uri, scope: 'com.intuit.quickbooks.accounting', state: 'a')
  end,
  'exchange' => lambda do |redirect|
    code = URI.decode_www_form(URI(redirect).query).to_h.fetch('code')
    token = client.auth_code.get_token(code, redirect_uri: redirect_uri)
    nil
  end,
  'create' => post,
  'read' => ->(entity, id) { get.call("#{entity.downcase}/#{id}")[entity] },
  'sparseUpdate' => ->(entity, record) { post.call(entity, record.merge('sparse' => true)) },
  'fullUpdate' => post,
  'query' => lambda do |entity, field, value|
    select.call("select * from #{entity} where #{field} = '#{value.gsub("'") { "\\'" }}'", entity)
  end,
  'pages' => lambda do |entity, size|
    records = []
    loop do
      page = select.call("select * from #{entity} startposition #{records.size + 1} maxresults #{size}", entity)
      records += page
      break records if page.size < size
    end
  end,
  'batch' => lambda do |items|
    token.post("#{company}/batch", body: JSON.dump(BatchItemRequest: items), headers: json).parsed['BatchItemResponse']
  end,
  'changes' => lambda do |entity, since|
    body = get.call('cdc', { entities: entity, changedSince: since })
    body['CDCResponse'][0]['QueryResponse'][0].fetch(entity, [])
  end,
  'void' => ->(entity, record) { post.call(entity, record, 'void') },
  'delete' => ->(entity, record) { post.call(entity, record, 'delete') },
  'report' => ->(name) { get.call("reports/#{name}")['Header'] },
  'refresh' => lambda do
    token = token.refresh!
    nil
  end
}

read_fault_code = lambda do |error|
  error.is_a?(OAuth2::Error) ? error.response.parsed.dig('Fault', 'Error', 0, 'code') : nil
end

$stdout.sync = true
$stdin.each_line do |line|
  call = JSON.parse(line)
  reply =
    begin
      { result: operations.fetch(call['operation']).call(*call['parameters']) }
    rescue StandardError => e
      { error: "#{e.class}: #{e.message}", code: read_fault_code.call(e) }
    end
  puts JSON.dump(reply)
end
