// Each form with [data-pad] takes a signature: pad and buttons are there for who has a script, and what is drawn goes
// along as a PNG. data-pad="required" keeps the form from being sent without one.
for (const pad of document.querySelectorAll('[data-pad]')) {
  pad.hidden = false
  const canvas = pad.querySelector('canvas')
  const pen = canvas.getContext('2d')
  let drawn = false
  const clear = () => {
    canvas.width = 800
    canvas.height = Math.round((800 * canvas.clientHeight) / canvas.clientWidth)
    pen.fillStyle = '#fff'
    pen.fillRect(0, 0, canvas.width, canvas.height)
    pen.lineWidth = 3
    pen.lineCap = pen.lineJoin = 'round'
    drawn = false
  }
  const at = (e) => {
    const box = canvas.getBoundingClientRect()
    return [((e.clientX - box.left) * canvas.width) / box.width, ((e.clientY - box.top) * canvas.height) / box.height]
  }
  canvas.addEventListener('pointerdown', (e) => {
    canvas.setPointerCapture(e.pointerId)
    pen.beginPath()
    pen.moveTo(...at(e))
  })
  canvas.addEventListener('pointermove', (e) => {
    if (!e.buttons) return
    pen.lineTo(...at(e))
    pen.stroke()
    drawn = true
  })
  pad.querySelector('button').addEventListener('click', clear)
  pad.closest('form').addEventListener('submit', (e) => {
    if (!drawn && pad.dataset.pad === 'required') {
      e.preventDefault()
      canvas.focus()
    }
    e.target.elements.signature.value = drawn ? canvas.toDataURL('image/png') : ''
  })
  clear()
}
