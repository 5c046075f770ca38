# Summaries that kazoe did not write.
cd "$SRCDIR" && kazoe compare -r ema-2016 -r tenhou --summary --json '345p234m67s44z [678p] +8s ron' '' >"$SCRATCH/sum"
cd "$SCRATCH" || exit
kazoe compare -r ema-2016 -r ema-2025 -r tenhou --summary --json '345p234m67s44z [678p] +8s ron' >three
tried() {
    sed "$1" sum >changed
    if cmp -s sum changed; then echo "nothing is changed by $1"; fi
    kazoe merge changed
}
tried 's/"hands":1/"hands":-1/'
tried 's/"hands":1/"hands":"1"/'
tried 's/"hands":1/"hands":1.5/'
tried 's/"hands":1/"hands":99999999999999999999/'
tried 's/"hands":1/"cards":1/'
tried 's/"hands":1,//'
tried 's/{"/{"more":1,"/'
tried 's/}$//'
tried 's/"digest":"[0-9a-f]*"/"digest":7/'
tried 's/"digest":"[0-9a-f]*"/"digest":"\\u0000"/'
tried 's/\[/{/'
tried 's/\(.*\)/[\1]/'
tried 's/.*/7/'
tried 's/.*//'
cat sum three >both
kazoe merge both
kazoe merge nowhere
printf '\n\n' >blank
kazoe merge blank
awk 'BEGIN { printf "{\"x\":\""; for (i = 0; i < 17000000; i++) printf "x"; print "\"}" }' >long
kazoe merge long
kazoe merge --color=blue sum
{ echo; cat sum; echo; } | kazoe merge --text -
