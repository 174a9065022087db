// Traces on a canvas: a line of samples, or a band from the lowest to the highest of each stretch of time.

const EDGE = 6, ROOM_FOR_NUMBERS = 18;

// `points` are pairs of a time and a weight; `said` turns a weight into text.
export function drawLine(canvas, points, said) {
  drawIn(canvas, points.map(([time]) => time), points.map(([, weight]) => weight), said, (pen, x, y) => {
    pen.beginPath();
    for (const [time, weight] of points) pen.lineTo(x(time), y(weight));
    pen.stroke();
  });
}

// `points` are triples of a time, the lowest and the highest weight.
export function drawRange(canvas, points, said) {
  drawIn(canvas, points.map(([time]) => time), points.flatMap(([, low, high]) => [low, high]), said, (pen, x, y) => {
    pen.beginPath();
    for (const [time, low] of points) pen.lineTo(x(time), y(low) + 1);
    for (const [time, , high] of points.toReversed()) pen.lineTo(x(time), y(high) - 1);
    pen.closePath();
    pen.fill();
    pen.stroke();
  });
}

function drawIn(canvas, times, weights, said, draw) {
  const { clientWidth: width, clientHeight: height } = canvas, dots = devicePixelRatio || 1;
  canvas.width = width * dots;
  canvas.height = height * dots;
  if (times.length < 2) return;
  const pen = canvas.getContext("2d"), style = getComputedStyle(canvas);
  pen.scale(dots, dots);
  pen.strokeStyle = pen.fillStyle = style.color;
  pen.lineWidth = 1.5;
  pen.lineJoin = "round";
  const [first, last] = [times[0], times.at(-1)], [low, high] = [Math.min(...weights), Math.max(...weights)];
  const span = high - low || 1;
  const x = (time) => EDGE + ((time - first) / (last - first)) * (width - 2 * EDGE);
  const y = (weight) => height - ROOM_FOR_NUMBERS - ((weight - low) / span) * (height - 2 * ROOM_FOR_NUMBERS);
  draw(pen, x, y);
  pen.font = `14px ${style.fontFamily}`;
  pen.fillText(said(high), EDGE, 14);
  pen.fillText(said(low), EDGE, height - 4);
}
