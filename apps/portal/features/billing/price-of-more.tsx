'use client'

import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTRPC } from '../../lib/trpc.ts'
import { formatPeriod, formatPriceFor } from './format-price.ts'

/** Says what company files cost with a subscription. Shows nothing where nothing is charged. */
export function PriceOfMore() {
  const trpc = useTRPC()
  const { data } = useQuery(trpc.pricing.queryOptions(undefined, { staleTime: Number.POSITIVE_INFINITY }))
  if (!data || data.price.kind === 'free') return null
  return (
    <Text c="dimmed" maw="70ch">
      {data.price.kind === 'price'
        ? `With a subscription, each company file costs ${formatPriceFor(1, data.price)} a ${formatPeriod(data.price)}, before tax: ${formatPriceFor(2, data.price)} for two.`
        : 'With a subscription you connect as many company files as you need. The checkout shows the price before you pay.'}
    </Text>
  )
}
