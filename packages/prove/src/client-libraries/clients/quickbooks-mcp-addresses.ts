// Loaded with `node --import` before quickbooks-mcp, which has no setting for its addresses. They come in this module's
// own address: `quickbooks-mcp-addresses.ts?base_url=…`.
import OAuthClient from 'intuit-oauth'
import QuickBooks from 'node-quickbooks'

const baseUrl = new URL(import.meta.url).searchParams.get('base_url')

Object.assign(QuickBooks, {
  V3_ENDPOINT_BASE_URL: `${baseUrl}/v3/company/`,
  TOKEN_URL: `${baseUrl}/oauth2/v1/tokens`,
  REVOKE_URL: `${baseUrl}/oauth2/v1/revoke`,
})
Object.assign(OAuthClient, {
  authorizeEndpoint: `${baseUrl}/oauth2/v1/authorize`,
  tokenEndpoint: `${baseUrl}/oauth2/v1/tokens`,
})
