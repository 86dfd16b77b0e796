#!/bin/sh
# Makes the landing's video and its poster from three of the demo pictures: slow zooms, crossfades,
# a seamless loop of 9 s, 480 x 640, H.264 without sound. Needs ffmpeg (with libx264 and libwebp).
#   scripts/make-video.sh [folder of the pictures]
set -eu
cd "$(dirname "$0")/.."
pictures="${1:-app/demo/images}"
out=public/video
mkdir -p "$out"

fps=25
shown=3    # seconds from one picture to the next
fade=0.8   # seconds of crossfade, part of those
clip=$(awk "BEGIN { print $shown + $fade }")
frames=$(awk "BEGIN { print int($clip * $fps) }")

# Portrait crop, enlarged first so that the zoom moves in fractions of a pixel.
still="crop='min(iw,ih*3/4)':ih:'(iw-ow)*0.52':0,scale=1920:2560,setsar=1"
zoom_in="zoompan=z='1+0.10*on/$frames':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)*0.6':d=$frames:s=480x640:fps=$fps"
zoom_out="zoompan=z='1.10-0.10*on/$frames':x='(iw-iw/zoom)/2':y='(ih-ih/zoom)/2':d=$frames:s=480x640:fps=$fps"

# The first picture is repeated at the end. Cutting the length of a fade off the start makes the last frame
# lead into the first.
filter="[0]$still,$zoom_in,split[a][d];
[1]$still,$zoom_out[b];
[2]$still,$zoom_in[c];
[a][b]xfade=duration=$fade:offset=$shown[ab];
[ab][c]xfade=duration=$fade:offset=$(awk "BEGIN { print 2 * $shown }")[abc];
[abc][d]xfade=duration=$fade:offset=$(awk "BEGIN { print 3 * $shown }"),
trim=start=$fade:duration=$(awk "BEGIN { print 3 * $shown }"),setpts=PTS-STARTPTS,format=yuv420p"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
for pass in 1 2; do
  ffmpeg -v error -y -i "$pictures/lanterns.webp" -i "$pictures/cake.webp" -i "$pictures/bouquet.webp" \
    -filter_complex "$filter" -an -c:v libx264 -preset veryslow -tune film -profile:v high \
    -b:v 225k -maxrate 450k -bufsize 900k -pass "$pass" -passlogfile "$work/log" \
    -map_metadata -1 -movflags +faststart -f mp4 "$work/podium.mp4"
done
mv "$work/podium.mp4" "$out/podium.mp4"
ffmpeg -v error -y -i "$out/podium.mp4" -frames:v 1 -c:v libwebp -quality 72 "$out/podium-poster.webp"
ls -l "$out"
