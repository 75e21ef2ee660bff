# Runs the helper of qbo_api's example app that verifies webhooks, without Sinatra.
require 'base64'
require 'json'
require 'openssl'

CALL = JSON.parse($stdin.read)
ENV['QBO_API_VERIFIER_TOKEN'] = CALL['token']
require "#{ARGV.fetch(0)}/example/base"

# Takes only the helpers of an app.
class App
  def self.helpers(&block) = class_eval(&block)

  %i[configure set before get post].each { |name| define_singleton_method(name) { |*, **, &block| } }
end
App.class_exec(&BASE_APP_CONFIG)

is_verified = App.new.verify_webhook(CALL['body'], CALL['headers']['intuit-signature'])
puts JSON.generate(isVerified: is_verified)
