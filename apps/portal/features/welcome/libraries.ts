/** Client libraries of QuickBooks Online that work unmodified, by language. The guide says how to set up each. */
export const libraries: readonly { readonly language: string; readonly names: readonly string[] }[] = [
  {
    language: 'JavaScript, TypeScript',
    names: ['node-quickbooks', 'intuit-oauth', 'quickbooks-node-promise', 'quickbooks-api'],
  },
  { language: 'Python', names: ['python-quickbooks', 'requests-oauthlib'] },
  { language: 'Ruby', names: ['quickbooks-ruby', 'qbo_api', 'oauth2'] },
  { language: 'PHP', names: ['Intuit PHP SDK'] },
  { language: 'Java', names: ['Intuit Java SDK'] },
  { language: 'Go', names: ['quickbooks-go'] },
  { language: 'Automation, AI', names: ['n8n QuickBooks node', 'quickbooks-mcp'] },
]
