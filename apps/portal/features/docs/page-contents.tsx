'use client'

import { useEffect, useState } from 'react'
import classes from './page-contents.module.css'
import type { DocumentHeading } from './render-markdown.ts'

/** Lists the page's headings, with the one in view marked. */
export function PageContents({ headings }: { headings: readonly DocumentHeading[] }) {
  const current = useHeadingInView(headings)
  return (
    <nav aria-label="On this page" className={classes.contents}>
      <h2 className={classes.heading}>On this page</h2>
      <ul className={classes.list}>
        {headings.map(({ id, text, level }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className={classes.link}
              data-level={level}
              aria-current={id === current ? 'location' : undefined}
            >
              {text}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Returns the ID of the last heading scrolled past the window's top quarter. */
function useHeadingInView(headings: readonly DocumentHeading[]): string | undefined {
  const [current, setCurrent] = useState<string>()
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        const entered = entries.find(({ isIntersecting }) => isIntersecting)
        if (entered) setCurrent(entered.target.id)
      },
      { rootMargin: '0px 0px -75% 0px' },
    )
    for (const { id } of headings) {
      const element = document.getElementById(id)
      if (element) observer.observe(element)
    }
    return () => observer.disconnect()
  }, [headings])
  return current
}
