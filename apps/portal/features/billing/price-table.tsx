import { Text, Title } from '@mantine/core'
import { formatCount } from '../../lib/format-count.ts'
import { formatPeriod, formatPriceFor, type Pricing } from './format-price.ts'
import classes from './price-table.module.css'

interface PriceTableProps {
  readonly pricing: Pricing
}

interface Offer {
  readonly name: string
  readonly price: string
  /** A price has a unit: `for 30 days`. */
  readonly per: string
  readonly includes: string
}

/** Shows what the service costs: the sandbox, the trial, and a company file. */
export function PriceTable({ pricing }: PriceTableProps) {
  return (
    <dl className={classes.offers} aria-label="Prices">
      {listOffers(pricing).map(({ name, price, per, includes }) => (
        <div key={name} className={classes.offer}>
          <dt>
            <Title order={3} size="h4">
              {name}
            </Title>
          </dt>
          <dd>
            <Text size="xl" fw={600} component="span">
              {price}
            </Text>{' '}
            <Text c="dimmed" component="span">
              {per}
            </Text>
          </dd>
          <dd>
            <Text c="dimmed">{includes}</Text>
          </dd>
        </div>
      ))}
    </dl>
  )
}

const free = { price: 'Free' }

const sandbox: Offer = {
  name: 'Sandbox',
  ...free,
  per: 'always',
  includes: 'An emulated company file with sample books. No QuickBooks and no card needed.',
}

function listOffers({ price, trial }: Pricing): readonly Offer[] {
  if (price.kind === 'free') {
    const includes = trial
      ? `${describeFiles(trial)} The operator of this installation can allow more.`
      : 'As many company files in QuickBooks Desktop as you need.'
    return [sandbox, { name: 'Company files', price: 'Free', per: 'This installation charges nothing', includes }]
  }
  const production = {
    name: 'Production',
    includes: 'As many company files as you need. Cancel at any time, and the plan ends with the paid period.',
  }
  return [
    sandbox,
    ...(trial
      ? [{ ...free, name: 'Trial', per: `for ${formatCount(trial.days, 'day')}`, includes: describeFiles(trial) }]
      : []),
    price.kind === 'price'
      ? {
          ...production,
          price: formatPriceFor(1, price),
          per: `per company file and ${formatPeriod(price)}, before tax`,
        }
      : { ...production, price: 'Per company file', per: 'The checkout shows the price before you pay' },
  ]
}

function describeFiles({ companyFiles }: NonNullable<Pricing['trial']>): string {
  return companyFiles === 1
    ? 'One company file in QuickBooks Desktop.'
    : `${formatCount(companyFiles, 'company file')}.`
}
