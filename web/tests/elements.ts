/** An element of the page as handlers look at it. A file that uses it stubs `Element` with it. */
export class FakeElement {
  /** `kinds`: the selectors that it, or what it stands in, matches. */
  constructor(
    private readonly kinds: readonly string[] = [],
    readonly dataset: Readonly<Record<string, string>> = {},
  ) {}

  closest(selectors: string): this | null {
    return selectors.split(', ').some((each) => this.kinds.includes(each)) ? this : null
  }
}
