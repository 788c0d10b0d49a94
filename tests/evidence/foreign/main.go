// Command foreign verifies checkpoints and proofs with the packages of Go's checksum database, which know
// nothing of Kerbholz: golang.org/x/mod/sumdb/note and tlog.
//
//	foreign VKEY < questions
//
// Each line of standard input is a question as JSON; each line of standard output is "holds", or why it does not.
package main

import (
	"bufio"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"golang.org/x/mod/sumdb/note"
	"golang.org/x/mod/sumdb/tlog"
)

// question is what the service has answered as text/plain, and what the one who asks knew before.
type question struct {
	Kind   string // checkpoint, inclusion or consistency
	Text   string
	Origin string
	Leaf   string // of an inclusion: the bytes of the leaf, a text
	Root   string // of a consistency: the root of the earlier tree, in hex
}

// tree is what a checkpoint says.
type tree struct {
	size int64
	root tlog.Hash
}

func main() {
	verifier, err := note.NewVerifier(os.Args[1])
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 1<<24)
	for lines.Scan() {
		var asked question
		if err := json.Unmarshal(lines.Bytes(), &asked); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
		if err := check(asked, note.VerifierList(verifier)); err != nil {
			fmt.Println(err)
		} else {
			fmt.Println("holds")
		}
	}
}

func check(asked question, known note.Verifiers) error {
	if asked.Kind == "checkpoint" {
		_, err := opened(asked.Text, asked.Origin, known)
		return err
	}
	// A proof in front of a checkpoint: some lines, the hashes, and an empty line.
	head, checkpoint, found := strings.Cut(asked.Text, "\n\n")
	if !found {
		return errors.New("no empty line")
	}
	later, err := opened(checkpoint, asked.Origin, known)
	if err != nil {
		return err
	}
	lines := strings.Split(head, "\n")
	if asked.Kind == "inclusion" {
		if lines[0] != "c2sp.org/tlog-proof@v1" {
			return errors.New("no tlog-proof")
		}
		index, hashes, err := proof(lines[1:], "index ")
		if err != nil {
			return err
		}
		return tlog.CheckRecord(hashes, later.size, later.root, index, tlog.RecordHash([]byte(asked.Leaf)))
	}
	size, hashes, err := proof(lines, "old ")
	if err != nil {
		return err
	}
	raw, err := hex.DecodeString(asked.Root)
	if err != nil || len(raw) != tlog.HashSize {
		return errors.New("no root")
	}
	var earlier tlog.Hash
	copy(earlier[:], raw)
	return tlog.CheckTree(hashes, later.size, later.root, size, earlier)
}

// opened verifies the signature of a checkpoint, and reads it.
func opened(text, origin string, known note.Verifiers) (tree, error) {
	signed, err := note.Open([]byte(text), known)
	if err != nil {
		return tree{}, err
	}
	lines := strings.Split(signed.Text, "\n")
	if len(lines) != 4 || lines[0] != origin {
		return tree{}, errors.New("no checkpoint of this origin")
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	if err != nil {
		return tree{}, err
	}
	root, err := tlog.ParseHash(lines[2])
	return tree{size, root}, err
}

// proof reads a number behind a word, and the hashes below it.
func proof(lines []string, word string) (int64, []tlog.Hash, error) {
	if len(lines) == 0 || !strings.HasPrefix(lines[0], word) {
		return 0, nil, errors.New("no " + word)
	}
	number, err := strconv.ParseInt(strings.TrimPrefix(lines[0], word), 10, 64)
	if err != nil {
		return 0, nil, err
	}
	var hashes []tlog.Hash
	for _, line := range lines[1:] {
		raw, err := base64.StdEncoding.DecodeString(line)
		if err != nil || len(raw) != tlog.HashSize {
			return 0, nil, errors.New("no hash")
		}
		var hash tlog.Hash
		copy(hash[:], raw)
		hashes = append(hashes, hash)
	}
	return number, hashes, nil
}
