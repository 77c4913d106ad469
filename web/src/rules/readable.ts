/**
 * A rule page as people like to read it: sentences lose their numbers, text drawings become drawn
 * sheets and cards, cell names become cells, and examples follow the sentence they belong to.
 */
import { blocksOf, type Block, type Span } from '../lib/markdown'
import { EXAMPLES, type Example } from './examples'

/** `cell`: the name of a cell. `ours`: what stands before it is our own reading. */
export type Piece = Span | { kind: 'cell' | 'ours'; text: string }
export type Part =
  | { kind: 'heading'; level: number; pieces: Piece[] }
  | { kind: 'text'; pieces: Piece[] }
  | { kind: 'note'; pieces: Piece[] }
  | { kind: 'list'; items: Piece[][] }
  | { kind: 'table'; rows: Piece[][][] }
  | { kind: 'sheet' }
  | { kind: 'cards'; lines: [string, string[]][] }
  | { kind: 'example'; example: Example }

const NUMBER = /^[A-Z]{1,2}-\d\d$/
/** A reference to other sentences: "(C-09, K-05)". */
const REFERENCE = /\s*\([A-Z]{1,2}-\d\d(?:,\s[A-Z]{1,2}-\d\d)*\)/g
const SHEET = /^[rygb1-4]\s+/

function piecesOf(spans: Span[]): Piece[] {
  return spans.flatMap((span): Piece[] => {
    if (span.kind !== 'text') return [span]
    const parts = span.text.replace(REFERENCE, '').split(/(†|\b[rygb]\d{1,2}\b)/)
    return parts.filter(Boolean).map((text): Piece => {
      if (text === '†') return { kind: 'ours', text }
      return { kind: /^[rygb]\d+$/.test(text) ? 'cell' : 'text', text }
    })
  })
}

const numberOf = (block: Block): string | null => {
  const first = block.kind === 'text' ? block.spans[0] : undefined
  return first?.kind === 'bold' && NUMBER.test(first.text) ? first.text : null
}

function cardsOf(drawing: string): Part {
  const lines = drawing.split('\n').filter((line) => line.includes('['))
  return {
    kind: 'cards',
    lines: lines.map((line) => [
      line.slice(0, line.indexOf('[')).trim(),
      [...line.matchAll(/\[\s*(\d+)\]/g)].map(([, number = '']) => number),
    ]),
  }
}

function textOf(spans: Span[]): Part {
  const pieces = piecesOf(spans)
  if (pieces[0]?.kind === 'ours') return { kind: 'note', pieces: pieces.slice(1) }
  return { kind: 'text', pieces }
}

export function readable(markdown: string): Part[] {
  const parts: Part[] = []
  let sentence = ''
  const finish = (): void => {
    const example = EXAMPLES[sentence]
    if (example) parts.push({ kind: 'example', example })
    sentence = ''
  }
  let drawn = false
  for (const block of blocksOf(markdown)) {
    const number = numberOf(block)
    // What only explains the letters and brackets of a text drawing goes with it.
    const legend = drawn && block.kind === 'text' && !number
    drawn = false
    if (legend) continue
    if (number || block.kind === 'heading') finish()
    if (number) sentence = number
    if (block.kind === 'drawing') {
      drawn = SHEET.test(block.text)
      parts.push(drawn ? { kind: 'sheet' } : cardsOf(block.text))
    } else if (block.kind === 'text')
      parts.push(textOf(number ? block.spans.slice(1) : block.spans))
    else if (block.kind === 'heading')
      parts.push({ kind: 'heading', level: block.level, pieces: piecesOf(block.spans) })
    else if (block.kind === 'list') parts.push({ kind: 'list', items: block.items.map(piecesOf) })
    else parts.push({ kind: 'table', rows: block.rows.map((row) => row.map(piecesOf)) })
  }
  finish()
  return parts
}
