/** Our rule pages as blocks: headings, paragraphs, lists, tables, drawings. No HTML is made. */

export type Span = { kind: 'text' | 'bold' | 'code' | 'em'; text: string }
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'drawing'; text: string }

const ITEM = /^\s*([-*]|\d+\.)\s+/

export function spansOf(text: string): Span[] {
  const spans: Span[] = []
  const plain = text.replace(/\[([^\]]+)\]\([^)]*\)/g, '$1')
  for (const piece of plain.split(/(\*\*[^*]+\*\*|`[^`]+`|\*[^*\s][^*]*\*)/)) {
    if (!piece) continue
    if (piece.startsWith('**')) spans.push({ kind: 'bold', text: piece.slice(2, -2) })
    else if (piece.startsWith('`')) spans.push({ kind: 'code', text: piece.slice(1, -1) })
    else if (piece.length > 2 && piece.startsWith('*') && piece.endsWith('*'))
      spans.push({ kind: 'em', text: piece.slice(1, -1) })
    else spans.push({ kind: 'text', text: piece })
  }
  return spans
}

export function blocksOf(markdown: string): Block[] {
  const blocks: Block[] = []
  const lines = markdown.split('\n')
  /** Takes lines from the front as long as they belong to a block. */
  const take = (belongs: (line: string) => boolean): string[] => {
    const end = lines.findIndex((line) => !belongs(line))
    return lines.splice(0, end < 0 ? lines.length : end)
  }
  for (let line = lines[0]; line !== undefined; line = lines[0]) {
    const [, hashes, title] = /^(#+)\s+(.*)/.exec(line) ?? []
    if (!line.trim()) lines.shift()
    else if (line.startsWith('```')) {
      lines.shift()
      const drawing = take((next) => !next.startsWith('```'))
      lines.shift()
      blocks.push({ kind: 'drawing', text: drawing.join('\n') })
    } else if (hashes !== undefined && title !== undefined) {
      lines.shift()
      blocks.push({ kind: 'heading', level: hashes.length, spans: spansOf(title) })
    } else if (line.startsWith('|')) {
      const rows = take((next) => next.startsWith('|')).filter((row) => !/^[|\s:-]+$/.test(row))
      const cellsOf = (row: string): Span[][] =>
        row
          .split('|')
          .slice(1, -1)
          .map((cell) => spansOf(cell.trim()))
      blocks.push({ kind: 'table', rows: rows.map(cellsOf) })
    } else if (ITEM.test(line)) {
      const items: string[] = []
      for (const next of take((other) => other.trim() !== '' && !/^[#`|]/.test(other))) {
        if (ITEM.test(next)) items.push(next.replace(ITEM, ''))
        else items.push(`${items.pop() ?? ''} ${next.trim()}`)
      }
      blocks.push({ kind: 'list', items: items.map(spansOf) })
    } else {
      lines.shift()
      const more = take((next) => next.trim() !== '' && !/^([#`|]|\s*[-*]\s)/.test(next))
      const words = [line, ...more].map((part) => part.trim())
      blocks.push({ kind: 'text', spans: spansOf(words.join(' ')) })
    }
  }
  return blocks
}
