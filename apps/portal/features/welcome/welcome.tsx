import type { DemoCall } from '@bridge/control-plane/portal/demo-queries'
import { Group, Stack, Text, Title } from '@mantine/core'
import { LinkButton } from '../../components/link-button.tsx'
import { TextLink } from '../../components/text-link.tsx'
import type { Pricing } from '../billing/format-price.ts'
import { PriceTable } from '../billing/price-table.tsx'
import { DemoPanel } from './demo-panel.tsx'
import { HowItWorks } from './how-it-works.tsx'
import { LibraryList } from './library-list.tsx'
import { type Failure, SampleFailure } from './sample-failure.tsx'
import { SentALink } from './sent-a-link.tsx'
import classes from './welcome.module.css'

const points = [
  {
    title: 'Change the base URL, keep the code',
    text: 'The same paths, JSON and OAuth 2.0 flow as the QuickBooks Online v3 API.',
  },
  {
    title: 'No silent differences',
    text: 'A request that QuickBooks Desktop can’t fulfill returns a fault with a stable code, causes and fixes.',
  },
  {
    title: 'A sandbox in every organization',
    text: 'A simulated company file with sample books. You need no Windows computer to get started.',
  },
] as const

interface WelcomeProps {
  readonly queries: readonly string[]
  readonly first: DemoCall
  readonly failure: Failure
  readonly pricing: Pricing
}

/** Introduces the service to visitors, with a call from just now. */
export function Welcome({ queries, first, failure, pricing }: WelcomeProps) {
  return (
    <Stack gap={56}>
      <Stack gap="md" maw={720}>
        <Title order={1}>Call QuickBooks Desktop through the QuickBooks Online API</Title>
        <Text size="lg" c="dimmed" maw="60ch">
          Point your QuickBooks Online integration to a different URL, and it works with a company file in QuickBooks
          Desktop.
        </Text>
        <Group gap="xs">
          <LinkButton href="/sign-in">Get started</LinkButton>
          <LinkButton href="/docs" variant="default">
            Read the documentation
          </LinkButton>
        </Group>
        <Text c="dimmed">
          Were you asked to connect a PC? <TextLink href="#link">I was sent a link</TextLink>
        </Text>
      </Stack>
      <HowItWorks />
      <DemoPanel queries={queries} first={first} />
      <div className={classes.points}>
        {points.map(({ title, text }) => (
          <section key={title} aria-label={title}>
            <Title order={2} size="h4" mb={4}>
              {title}
            </Title>
            <Text c="dimmed">{text}</Text>
          </section>
        ))}
      </div>
      <SampleFailure failure={failure} />
      <LibraryList />
      <section aria-labelledby="pricing">
        <Title order={2} size="h3" mb="md" id="pricing">
          Pricing
        </Title>
        <PriceTable pricing={pricing} />
      </section>
      <SentALink />
    </Stack>
  )
}
