import { type QuickBooksWindowName, quickBooksWindows } from './quickbooks-windows.ts'
import { WindowDrawing } from './window-drawing.tsx'
import classes from './window-figure.module.css'

/** A drawn window with its caption. Pages render it on the server: it costs browsers no script. */
export function WindowFigure({ name }: { name: QuickBooksWindowName }) {
  return (
    <figure className={classes.figure}>
      <WindowDrawing name={name} />
      {/* The drawing is named by its caption. */}
      <figcaption aria-hidden>{quickBooksWindows[name].caption}</figcaption>
    </figure>
  )
}

/** Several drawn windows, side by side where there is room. */
export function WindowFigures({ names }: { names: readonly QuickBooksWindowName[] }) {
  return (
    <div className={classes.figures}>
      {names.map((name) => (
        <WindowFigure key={name} name={name} />
      ))}
    </div>
  )
}
