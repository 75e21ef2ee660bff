import { Text, Title } from '@mantine/core'
import { formatPeriod, formatPriceFor, type Pricing } from './format-price.ts'
import classes from './price-table.module.css'

interface PriceTableProps {
  readonly pricing: Pricing
}

interface Offer {
  readonly name: string
  readonly price: string
  /** What the price is for. */
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

const sandbox: Offer = {
  name: 'Sandbox',
  price: 'Free',
  per: 'always',
  includes: 'An emulated company file with sample books. No QuickBooks and no card needed.',
}

function listOffers({ price, trial }: Pricing): readonly Offer[] {
  const files = `${trial.companyFiles === 1 ? 'One company file' : `${trial.companyFiles} company files`} of QuickBooks Desktop.`
  if (price.kind === 'free') {
    const includes = `${files} For more, ask whoever runs this installation.`
    return [sandbox, { name: 'Company files', price: 'Free', per: 'This installation charges nothing', includes }]
  }
  return [
    sandbox,
    { name: 'Trial', price: 'Free', per: `for ${trial.days} days`, includes: `${files} No card needed.` },
    price.kind === 'price'
      ? {
          name: 'Production',
          price: formatPriceFor(1, price),
          per: `per company file and ${formatPeriod(price)}, plus tax where it applies`,
          includes: 'Any number of company files. Cancel at any time, for the end of the period.',
        }
      : {
          name: 'Production',
          price: 'Per company file',
          per: 'The checkout shows the price before you pay',
          includes: 'Any number of company files. Cancel at any time, for the end of the period.',
        },
  ]
}
