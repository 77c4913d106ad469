/** A screen within a screen, such as the quiz of a review: "back" leaves it, and only it. */
export class InnerScreen {
  isOpen = $state(false)

  constructor() {
    $effect(() => {
      const left = (): void => {
        this.isOpen = false
      }
      addEventListener('popstate', left)
      return () => removeEventListener('popstate', left)
    })
  }

  open(): void {
    history.pushState(null, '', location.href)
    this.isOpen = true
    scrollTo(0, 0)
  }

  readonly close = (): void => {
    if (this.isOpen) history.back()
  }
}
