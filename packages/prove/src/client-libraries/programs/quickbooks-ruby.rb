# Runs a checkout of quickbooks-ruby for the walk: reads one JSON call per line and writes one JSON result per line.

$LOAD_PATH.unshift(File.join(ENV.fetch('LIBRARY'), 'lib'))
require 'json'
require 'active_support/all'
require 'quickbooks-ruby'

client = OAuth2::Client.new(
  ENV.fetch('CLIENT_ID'), ENV.fetch('CLIENT_SECRET'),
  site: ENV.fetch('BASE_URL'), authorize_url: '/oauth2/v1/authorize', token_url: '/oauth2/v1/tokens'
)
redirect_uri = ENV.fetch('REDIRECT_URI')
token = nil
# The invoices read, which are sent back whole.
invoices = {}

service = lambda do |name|
  opened = Quickbooks::Service.const_get(name).new(company_id: ENV.fetch('REALM_ID'), access_token: token)
  opened.instance_variable_set(:@base_uri, "#{ENV.fetch('BASE_URL')}/v3/company")
  opened
end

build = lambda do |entity, record|
  built = Quickbooks::Model.const_get(entity).new
  built.id = record['Id'] if record['Id']
  built.sync_token = record['SyncToken'].to_i if record['SyncToken']
  %w[DisplayName GivenName FamilyName Suffix].each do |field|
    built.public_send("#{field.underscore}=", record[field]) if record[field]
  end
  built.customer_id = record['CustomerRef']['value'] if record['CustomerRef'] && !record['Id']
  if record['Line'] && !record['Id']
    built.line_items = record['Line'].map do |line|
      item = Quickbooks::Model::InvoiceLineItem.new(amount: line['Amount'])
      item.sales_item! do |detail|
        detail.item_id = line['SalesItemLineDetail']['ItemRef']['value']
        detail.quantity = line['SalesItemLineDetail']['Qty']
        detail.unit_price = line['SalesItemLineDetail']['UnitPrice']
      end
      item
    end
  end
  built
end

show = lambda do |record|
  shown = { Id: record.id, SyncToken: record.sync_token.to_s }
  shown[:DisplayName] = record.display_name if record.respond_to?(:display_name)
  shown[:TotalAmt] = record.total.to_f if record.respond_to?(:total)
  shown
end

operations = {
  'authorizeUrl' => lambda do
    client.auth_code.authorize_url(redirect_uri: redirect_uri, scope: 'com.intuit.quickbooks.accounting', state: 'a')
  end,
  'exchange' => lambda do |redirect|
    code = URI.decode_www_form(URI(redirect).query).to_h.fetch('code')
    token = client.auth_code.get_token(code, redirect_uri: redirect_uri)
    nil
  end,
  'create' => ->(entity, record) { show.call(service.call(entity).create(build.call(entity, record))) },
  'read' => lambda do |entity, id|
    found = service.call(entity).fetch_by_id(id)
    invoices[id] = found
    show.call(found)
  end,
  'sparseUpdate' => lambda do |entity, record|
    show.call(service.call(entity).update(build.call(entity, record), sparse: true))
  end,
  'fullUpdate' => lambda do |entity, record|
    invoice = invoices.fetch(record['Id'])
    invoice.private_note = record['PrivateNote']
    show.call(service.call(entity).update(invoice))
  end,
  'query' => ->(entity, field, value) { service.call(entity).find_by(field, value).entries.map(&show) },
  'pages' => ->(entity, size) { service.call(entity).all(nil, per_page: size).map(&show) },
  'batch' => lambda do |items|
    request = Quickbooks::Model::BatchRequest.new
    items.each { |item| request.add(item['bId'], build.call('Customer', item['Customer']), item['operation']) }
    service.call('Batch').make_request(request).response_items.map do |item|
      errors = item.fault? ? item.fault.errors.map { |error| { code: error.code } } : nil
      { bId: item.bId, Customer: item.customer && show.call(item.customer), Fault: errors && { Error: errors } }.compact
    end
  end,
  'changes' => lambda do |entity, since|
    service.call('ChangeDataCapture').since([entity], Time.parse(since)).all_types.fetch(entity, []).map(&show)
  end,
  'void' => ->(entity, record) { show.call(service.call(entity).void(build.call(entity, record))) },
  'delete' => ->(entity, record) { service.call(entity).delete(build.call(entity, record)) },
  'report' => ->(name) { { ReportName: service.call('Reports').query(name).xml.at('ReportName')&.text } },
  'refresh' => lambda do
    token = token.refresh!
    nil
  end
}

$stdout.sync = true
$stdin.each_line do |line|
  call = JSON.parse(line)
  reply =
    begin
      { result: operations.fetch(call['operation']).call(*call['parameters']) }
    rescue StandardError => e
      { error: "#{e.class}: #{e.message}", code: e.respond_to?(:code) ? e.code.to_s : nil }
    end
  puts JSON.dump(reply)
end
