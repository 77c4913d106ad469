/** The examples of the rule pages as sheets, by the number of their sentence. */
import type { ExampleSheet } from '../lib/exampleSheet'

export interface Example {
  variant: string
  example: ExampleSheet
}

export const EMPTY: ExampleSheet = {
  cells: [],
  crosses: [0, 0, 0, 0],
  points: [0, 0, 0, 0],
  total: 0,
}

export const EXAMPLES: Readonly<Record<string, Example>> = {
  'C-03': {
    variant: 'classic',
    example: { cells: ['r4', 'r8'], crosses: [2, 0, 0, 0], points: [3, 0, 0, 0], total: 3 },
  },
  'C-09': {
    variant: 'classic',
    example: {
      cells: ['r2', 'r3', 'r5', 'r6', 'r9', 'r12'],
      crosses: [7, 0, 0, 0],
      points: [28, 0, 0, 0],
      locked: [0],
      total: 28,
    },
  },
  'C-15': {
    variant: 'classic',
    example: {
      cells: [
        ...['r2', 'r3', 'r5', 'r8', 'y4', 'y6', 'y9'],
        ...['g12', 'g11', 'g9', 'g8', 'g6', 'g5', 'g3'],
        ...['b12', 'b10', 'b9', 'b8', 'b7', 'b5', 'b4', 'b3'],
      ],
      crosses: [4, 3, 7, 8],
      points: [10, 6, 28, 36],
      penalties: 2,
      penaltyPoints: -10,
      total: 70,
    },
  },
  'L-08': {
    variant: 'longo',
    example: {
      cells: [
        ...['r2', 'r4', 'r6', 'r9', 'y3', 'y5', 'y10'],
        ...['g16', 'g15', 'g13', 'g12', 'g10', 'g9', 'g8', 'g6', 'g5'],
        ...['b16', 'b14', 'b12', 'b11', 'b9', 'b8', 'b6', 'b5'],
      ],
      crosses: [4, 3, 9, 8],
      points: [10, 6, 45, 36],
      penalties: 2,
      penaltyPoints: -10,
      lucky: [6, 11],
      total: 87,
    },
  },
  'M-04': {
    variant: 'mixx_b',
    example: { cells: ['r10', 'r8'], crosses: [2, 0, 0, 0], points: [3, 0, 0, 0], total: 3 },
  },
  'BA-08': {
    variant: 'bonus_a',
    example: {
      cells: ['r4', 'r5', 'g11'],
      crosses: [2, 0, 1, 0],
      points: [3, 0, 1, 0],
      struck: 1,
      total: 4,
    },
  },
  'DB-05': {
    variant: 'double_b',
    example: {
      cells: ['r2', 'r3', 'r5', 'r6', 'r9'],
      crosses: [8, 0, 0, 0],
      points: [36, 0, 0, 0],
      total: 36,
    },
  },
  'K-03': {
    variant: 'classic',
    example: { cells: ['r4', 'r5', 'r7'], crosses: [3, 0, 0, 0], points: [6, 0, 0, 0], total: 6 },
  },
  'K-06': {
    variant: 'mixx_a',
    example: { cells: ['r3', 'r8'], crosses: [0, 1, 0, 1], points: [0, 1, 0, 1], total: 2 },
  },
}
