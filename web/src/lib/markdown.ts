/** Our rule pages as blocks: headings, paragraphs, lists, tables, drawings. No HTML is made. */

export type Span = { kind: 'text' | 'bold' | 'code' | 'em'; text: string }
export type Block =
  | { kind: 'heading'; level: number; spans: Span[] }
  | { kind: 'text'; spans: Span[] }
  | { kind: 'list'; items: Span[][] }
  | { kind: 'table'; rows: Span[][][] }
  | { kind: 'drawing'; text: string }

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
  for (let i = 0; i < lines.length; ) {
    const line = lines[i]!
    const heading = /^(#+)\s+(.*)/.exec(line)
    if (!line.trim()) i++
    else if (line.startsWith('```')) {
      const drawing: string[] = []
      for (i++; i < lines.length && !lines[i]!.startsWith('```'); i++) drawing.push(lines[i]!)
      i++
      blocks.push({ kind: 'drawing', text: drawing.join('\n') })
    } else if (heading) {
      blocks.push({ kind: 'heading', level: heading[1]!.length, spans: spansOf(heading[2]!) })
      i++
    } else if (line.startsWith('|')) {
      const rows: Span[][][] = []
      for (; i < lines.length && lines[i]!.startsWith('|'); i++)
        if (!/^[|\s:-]+$/.test(lines[i]!))
          rows.push(lines[i]!.split('|').slice(1, -1).map((cell) => spansOf(cell.trim())))
      blocks.push({ kind: 'table', rows })
    } else if (/^\s*([-*]|\d+\.)\s/.test(line)) {
      const items: string[] = []
      for (; i < lines.length && lines[i]!.trim() && !/^[#`|]/.test(lines[i]!); i++) {
        const item = /^\s*(?:[-*]|\d+\.)\s+(.*)/.exec(lines[i]!)
        if (item) items.push(item[1]!)
        else items[items.length - 1] += ` ${lines[i]!.trim()}`
      }
      blocks.push({ kind: 'list', items: items.map(spansOf) })
    } else {
      const words: string[] = []
      for (; i < lines.length && lines[i]!.trim() && !/^([#`|]|\s*[-*]\s)/.test(lines[i]!); i++)
        words.push(lines[i]!.trim())
      blocks.push({ kind: 'text', spans: spansOf(words.join(' ')) })
    }
  }
  return blocks
}
