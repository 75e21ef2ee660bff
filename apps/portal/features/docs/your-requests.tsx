'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { useTRPC } from '../../lib/trpc.ts'
import classes from './your-requests.module.css'

/** Links signed-in readers to their organizations' requests failing with a code. It is loaded after the page. */
export function YourRequests({ code }: { code: string }) {
  const organizations = useOrganizations()
  if (organizations.length === 0) return null
  return (
    <section aria-labelledby="your-requests" className={classes.section} data-no-index>
      <h2 id="your-requests" className={classes.heading}>
        Your requests with this code
      </h2>
      <ul className={classes.list}>
        {organizations.map(({ id, name, slug }) => (
          <li key={id}>
            <Link href={`/orgs/${slug}/requests?code=${encodeURIComponent(code)}`} prefetch={false}>
              Requests of <bdi>{name}</bdi> with {code}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Loads the reader's organizations. Empty while loading and without a session. */
function useOrganizations() {
  const trpc = useTRPC()
  const { data: user } = useQuery(trpc.session.user.queryOptions())
  const { data } = useQuery({ ...trpc.listOrganizations.queryOptions(), enabled: Boolean(user) })
  return data?.orgs ?? []
}
