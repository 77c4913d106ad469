/** A picture of the end, to be sent or kept: the server draws it, the browser makes a PNG of it. */

/** So many dots a line: sharp on every phone. */
const WIDTH = 1200

async function png(svg: string): Promise<HTMLCanvasElement> {
  const image = new Image()
  image.src = `data:image/svg+xml,${encodeURIComponent(svg)}`
  await image.decode()
  const canvas = document.createElement('canvas')
  canvas.width = WIDTH
  canvas.height = Math.round((WIDTH * image.height) / image.width)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return canvas
}

/** Shares a drawing as a file where the browser can, and saves it otherwise. */
export async function sendPicture(svg: string, name: string): Promise<void> {
  const canvas = await png(svg)
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done))
  const files = blob ? [new File([blob], name, { type: 'image/png' })] : []
  if ('canShare' in navigator && navigator.canShare({ files })) {
    await navigator.share({ files }).catch(() => {}) // who thinks better of it has shared nothing
    return
  }
  const link = document.createElement('a')
  link.href = canvas.toDataURL()
  link.download = name
  link.click()
}
