import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { EmailText } from './email-text.tsx'

it('lets an email address break before its domain', () => {
  expect(renderToStaticMarkup(<EmailText>ada@example.com</EmailText>)).toBe('<bdi>ada<wbr/>@example.com</bdi>')
})

it('shows a name without a domain whole', () => {
  expect(renderToStaticMarkup(<EmailText>The service</EmailText>)).toBe('<bdi><wbr/>The service</bdi>')
})
