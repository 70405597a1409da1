/* Answers sweeps of a box against the brushes of a .map, for `compare judge --answers`: tracer WORLD.map < SWEEPS > ANSWERS
 * Each plane is moved out by the box, and the path is clipped by all of them (Cyrus and Beck, 1978). There are no bevels at
 * edges, so a box stops short of sharp ones: the referee says how often. Build: cc -O2 -o tracer tracer.c -lm */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { MOST = 65536 };
static const double LOW[3] = {-15, -15, -24}, HIGH[3] = {15, 15, 32}, SKIN = 0.125;
static struct { double n[3], d; int brush; } side[MOST];

static double dot(const double *a, const double *b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

int main(int count, char **args) {
    FILE *map = count > 1 ? fopen(args[1], "r") : NULL;
    char line[1024];
    int sides = 0, brush = 0;
    if (!map) return fprintf(stderr, "usage: tracer WORLD.map < SWEEPS\n"), 2;
    while (fgets(line, sizeof line, map)) {
        double a[3], b[3], c[3], u[3], v[3], *n = side[sides].n;
        if (line[0] == '{') brush++;
        if (sscanf(line, "( %lf %lf %lf ) ( %lf %lf %lf ) ( %lf %lf %lf )", a, a + 1, a + 2, b, b + 1, b + 2, c, c + 1, c + 2) < 9) continue;
        if (sides + 1 == MOST) return fprintf(stderr, "too many sides\n"), 2;
        for (int i = 0; i < 3; i++) u[i] = c[i] - a[i], v[i] = b[i] - a[i];
        for (int i = 0; i < 3; i++) n[i] = u[(i + 1) % 3] * v[(i + 2) % 3] - u[(i + 2) % 3] * v[(i + 1) % 3];
        double length = sqrt(dot(n, n));
        for (int i = 0; i < 3; i++) n[i] /= length;
        side[sides].d = dot(n, a), side[sides++].brush = brush;
    }
    for (double s[3], e[3]; scanf("%lf %lf %lf %lf %lf %lf", s, s + 1, s + 2, e, e + 1, e + 2) == 6;) {
        double fraction = 1, at[3], none[3] = {0};
        int met = -1, inside = 0;
        for (int i = 0; i < sides;) {
            double enter = -INFINITY, leave = 1, share = 0;
            int by = -1, out = 0, of = side[i].brush;
            for (; i < sides && side[i].brush == of; i++) {
                double moved = side[i].d;
                for (int k = 0; k < 3; k++) moved -= side[i].n[k] * (side[i].n[k] > 0 ? LOW[k] : HIGH[k]);
                double a = dot(side[i].n, s) - moved, b = dot(side[i].n, e) - moved;
                out |= a >= 0 && b >= a;
                if (b < a && a / (a - b) > enter) enter = a / (a - b), by = i, share = SKIN / (a - b);
                else if (b > a && a / (a - b) < leave) leave = a / (a - b);
            }
            if (out) continue;
            inside |= enter < 0 && leave > 0;
            if (by >= 0 && enter >= 0 && enter < leave && enter - share < fraction) fraction = fmax(0, enter - share), met = by;
        }
        if (inside) fraction = 0, met = -1;
        for (int k = 0; k < 3; k++) at[k] = fraction < 1 ? s[k] + fraction * (e[k] - s[k]) : e[k];
        const double *n = met < 0 ? none : side[met].n;
        printf("%.9g %.9g %.9g %.9g %.9g %.9g %.9g %.9g %d 0 1\n", fraction, at[0], at[1], at[2], n[0], n[1], n[2],
               met < 0 ? 0 : side[met].d, inside);
    }
}
