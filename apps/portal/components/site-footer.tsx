import { Container } from '@mantine/core'
import { PageLink } from '../lib/page-link.tsx'
import classes from './site-footer.module.css'

const links = [
  ['Documentation', '/docs'],
  ['Status', '/status'],
  ['Terms', '/terms'],
  ['Privacy', '/privacy'],
  ['Contact', '/contact'],
] as const

/** Links to the pages about the service. */
export function SiteFooter({ size }: { size: number }) {
  return (
    <footer className={classes.footer}>
      <Container size={size} py="md">
        <nav aria-label="About the service">
          <ul className={classes.links}>
            {links.map(([label, href]) => (
              <li key={href}>
                <PageLink href={href} className={classes.link}>
                  {label}
                </PageLink>
              </li>
            ))}
          </ul>
        </nav>
      </Container>
    </footer>
  )
}
